package io.relaymq.samples.livemap;

import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** The page, as somebody sees it. */
final class LivePage {

    static final Duration LONG = Duration.ofSeconds(30);

    private final ChromeDriver driver;

    private LivePage(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Waits until it is connected. */
    static LivePage open(ChromeDriver driver, int port, String subjects) {
        LivePage page = visit(driver, port, subjects);
        page.awaitState("connected");
        return page;
    }

    static LivePage visit(ChromeDriver driver, int port, String subjects) {
        driver.get("http://127.0.0.1:" + port + "/?subjects=" + URLEncoder.encode(subjects, StandardCharsets.UTF_8));
        return new LivePage(driver);
    }

    String state() {
        return String.valueOf(element("#state").getDomAttribute("data-state"));
    }

    void awaitState(String name) {
        await().atMost(LONG).until(this::state, name::equals);
    }

    /** Of the events in its list, oldest first; of a gap what it says. */
    @SuppressWarnings("unchecked")
    List<String> events() {
        return (List<String>) list("return [...document.querySelectorAll('#events .subject, #events .note')]"
                + ".map(one => one.textContent).reverse()");
    }

    List<String> awaitEvents(int least) {
        await().atMost(LONG).until(() -> events().size() >= least);
        return events();
    }

    /** Where they are on the map. */
    @SuppressWarnings("unchecked")
    List<String> marks() {
        return (List<String>) list("return [...document.querySelectorAll('#map .mark circle:last-child')]"
                + ".map(one => one.getAttribute('cx') + ' ' + one.getAttribute('cy'))");
    }

    void filter(String subjects) {
        WebElement box = element("#subjects");
        box.clear();
        box.sendKeys(subjects);
        element("#filter button[type=submit]").click();
    }

    void press(String button) {
        element(button).click();
    }

    /** The text that can be seen there. */
    String text(String selector) {
        return element(selector).getText();
    }

    boolean isShown(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream().anyMatch(WebElement::isDisplayed);
    }

    private WebElement element(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    private Object list(String script) {
        @Nullable Object found = driver.executeScript(script);
        return found == null ? List.of() : found;
    }
}
