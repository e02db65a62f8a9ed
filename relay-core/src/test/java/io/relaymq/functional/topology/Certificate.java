package io.relaymq.functional.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A key and a self-signed certificate for 127.0.0.1, made by the JDK's own tool. */
record Certificate(Path key, Path certificate) {

    private static final String PASSWORD = "changeit";

    static Certificate make(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("store.p12");
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new Certificate(
                write(
                        directory.resolve("key.pem"),
                        "PRIVATE KEY",
                        keys.getKey("redis", PASSWORD.toCharArray()).getEncoded()),
                write(
                        directory.resolve("cert.pem"),
                        "CERTIFICATE",
                        keys.getCertificate("redis").getEncoded()));
    }

    private static Path write(Path file, String kind, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }
}
