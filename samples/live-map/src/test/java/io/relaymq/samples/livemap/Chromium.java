package io.relaymq.samples.livemap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A browser without a window, as it is installed; nothing is downloaded. */
final class Chromium implements AutoCloseable {

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    /** It would complain that it does not know this Chromium's developer tools; they are not used. */
    private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium");

    static {
        DEVTOOLS.setLevel(Level.SEVERE);
    }

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    static boolean isInstalled() {
        return browser().isPresent() && driverOnPath().isPresent();
    }

    /** @param profile an empty folder */
    static Chromium start(Path profile) {
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driverOnPath().orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Chromium(new ChromeDriver(service, options(browser().orElseThrow(), profile)));
    }

    private static Optional<Path> browser() {
        return BROWSERS.stream().flatMap(Chromium::onPath).findFirst();
    }

    private static Optional<Path> driverOnPath() {
        return onPath("chromedriver").findFirst();
    }

    private static ChromeOptions options(Path browser, Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        return options;
    }

    private static Stream<Path> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable);
    }

    ChromeDriver driver() {
        return driver;
    }

    /** The size of the page, in CSS pixels. */
    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void preferColours(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What the page, or the browser about it, has complained of since the last call. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
