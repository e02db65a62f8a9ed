package io.relaymq.boot.howto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.boot.howto.HowTo.Order;
import io.relaymq.boot.howto.HowTo.Reading;
import io.relaymq.fake.FakeTransactions;
import io.relaymq.spring.RelayTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** The code of the pages about listening in {@code docs/how-to}, run. */
class ListeningPagesTest {

    private static final List<String> PAGES =
            List.of("listen-with-patterns", "handle-batches", "acknowledge-by-hand", "publish-after-commit");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement(proxyTargetClass = true)
    @Import({Shipping.class, Listening.class, Placing.class})
    static class Application {
        @Bean
        FakeTransactions transactions() {
            return new FakeTransactions();
        }
    }

    @Test
    void the_snippets_do_what_the_pages_say() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--spring.application.name=how-to", "--relay.retry.delay=10ms")) {
            RelayTemplate relay = context.getBean(RelayTemplate.class);

            context.getBean(Placing.class).place(new Order(42, "tea"));
            relay.publish("orders.42.paid", "");
            relay.publish("orders.42.cancelled", "");
            relay.publish("readings.1", new Reading(7));
            relay.publish("print.a", "page");

            await().untilAsserted(() -> {
                assertThat(HowTo.bills).containsExactly("42: tea");
                assertThat(HowTo.steps).containsExactly("ignore orders.42.created", "pack 42", "unpack 42");
                assertThat(HowTo.table).containsExactly(new Reading(7));
                assertThat(HowTo.printer.printed).containsExactly("page");
            });
            assertThat(HowTo.orders).hasSize(1);
            TransactionTemplate around = new TransactionTemplate(context.getBean(FakeTransactions.class));
            assertThatThrownBy(() -> around.executeWithoutResult(status -> {
                        context.getBean(Placing.class).place(new Order(43, "milk"));
                        throw new IllegalStateException("on purpose");
                    }))
                    .hasMessage("on purpose");
            relay.publish("orders.44.created", new Order(44, "salt"));
            await().until(() -> HowTo.bills.size() > 1);
            assertThat(HowTo.bills).containsExactly("42: tea", "44: salt");
        }
    }

    @Test
    void the_snippets_stand_on_the_pages_as_they_are_here() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String source : List.of("Shipping", "Listening", "Placing")) {
            sources.append(Files.readString(Path.of("src/test/java/io/relaymq/boot/howto/" + source + ".java")));
        }
        for (String page : PAGES) {
            String text = Files.readString(Path.of("../docs/how-to/" + page + ".md"));
            Matcher snippets =
                    Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(text);
            assertThat(snippets.results().map(found -> compact(found.group(1))))
                    .as(page)
                    .isNotEmpty()
                    .allSatisfy(
                            snippet -> assertThat(compact(sources.toString())).contains(snippet));
        }
    }

    private static String compact(String code) {
        return code.replaceAll("\\s", "");
    }
}
