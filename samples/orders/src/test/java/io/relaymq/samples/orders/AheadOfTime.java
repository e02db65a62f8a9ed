package io.relaymq.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.springframework.boot.SpringApplicationAotProcessor;

/** What {@code spring-boot:process-aot} does: the application's code is generated, compiled, and run instead of its annotations. */
final class AheadOfTime {

    private final Path directory;

    AheadOfTime(Path directory) {
        this.directory = directory;
    }

    /** Generates and compiles. */
    void process(Class<?> application) throws Exception {
        Path sources = directory.resolve("sources");
        run(
                classPath(),
                List.of(),
                SpringApplicationAotProcessor.class,
                List.of(
                        application.getName(),
                        sources.toString(),
                        directory.resolve("resources").toString(),
                        classes().toString(),
                        "io.relaymq",
                        "aot"));
        Files.createDirectories(classes());
        List<String> arguments = new ArrayList<>(
                List.of("-d", classes().toString(), "-cp", classes() + File.pathSeparator + classPath()));
        arguments.addAll(List.of("-proc:none", "-nowarn", "-Xlint:none", "-parameters"));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    /** Starts what was generated, in a JVM of its own. */
    Process start(Class<?> application, Path output, String... arguments) throws IOException {
        String classPath =
                classes() + File.pathSeparator + directory.resolve("resources") + File.pathSeparator + classPath();
        return builder(classPath, List.of("-Dspring.aot.enabled=true"), application, List.of(arguments))
                .redirectOutput(output.toFile())
                .start();
    }

    private Path classes() {
        return directory.resolve("classes");
    }

    private void run(String classPath, List<String> options, Class<?> main, List<String> arguments) throws Exception {
        Path output = directory.resolve("processing");
        Process process = builder(classPath, options, main, arguments)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static ProcessBuilder builder(
            String classPath, List<String> options, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** That of the application: without its tests. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
