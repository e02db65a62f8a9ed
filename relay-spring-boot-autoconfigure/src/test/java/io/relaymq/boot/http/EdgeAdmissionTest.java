package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.boot.http.EdgeApplication.Answer;
import io.relaymq.spring.RelayHttpAuthorizer;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.TestingAuthenticationToken;

/** Who is let in. */
@ExtendWith(OutputCaptureExtension.class)
class EdgeAdmissionTest extends OneApplication {

    @Configuration(proxyBeanMethods = false)
    static class LoggedInByHeader {

        /** As the filters of Spring Security would. */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        jakarta.servlet.Filter login() {
            return (request, response, chain) -> chain.doFilter(
                    new jakarta.servlet.http.HttpServletRequestWrapper(
                            (jakarta.servlet.http.HttpServletRequest) request) {
                        @Override
                        public @Nullable Principal getUserPrincipal() {
                            String user = getHeader("X-User");
                            return user == null ? null : new TestingAuthenticationToken(user, "", "ROLE_USER");
                        }
                    },
                    response);
        }
    }

    @Test
    void authorities_allow_patterns_and_everything_else_is_refused() {
        EdgeApplication application = start(
                new Class<?>[] {LoggedInByHeader.class},
                "relay.http.authorities.ROLE_USER.publish=orders.{principal}.*",
                "relay.http.authorities.ROLE_USER.subscribe=orders.{principal}.>,news.>");

        assertThat(publishAs(application, "al.ice", "orders.al%2Eice.created").status())
                .isEqualTo(201);
        assertThat(publishAs(application, "al.ice", "orders.bob.created").problem())
                .isEqualTo("403 forbidden");
        assertThat(application.publish("{\"subject\":\"orders.bob.created\"}").problem())
                .isEqualTo("403 forbidden");
        assertThat(tailAs(application, "bob", "orders.bob.x,news.*")).isEqualTo(200);
        assertThat(tailAs(application, "bob", "orders.*.x")).isEqualTo(403);
        assertThat(tailAs(application, "bob", "")).isEqualTo(403);
        assertThat(application
                        .relay()
                        .broadcast("events")
                        .log()
                        .read("0-0", 10)
                        .join()
                        .messages())
                .hasSize(1);
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAuthorizer {

        @Bean
        RelayHttpAuthorizer authorizer() {
            return new RelayHttpAuthorizer() {
                @Override
                public boolean mayPublish(@Nullable Principal caller, String broadcast, String subject) {
                    if (subject.equals("broken")) {
                        throw new IllegalStateException("thrown on purpose");
                    }
                    return !subject.startsWith("secret.");
                }

                @Override
                public boolean maySubscribe(
                        @Nullable Principal caller,
                        String broadcast,
                        @Nullable String subscription,
                        List<String> patterns) {
                    return "allowed".equals(subscription);
                }
            };
        }
    }

    @Test
    void an_authorizer_of_the_application_decides_and_one_that_fails_says_no(CapturedOutput output) {
        EdgeApplication application = start(new Class<?>[] {OwnAuthorizer.class});

        assertThat(output).doesNotContain("Anybody who reaches this server");
        assertThat(application.publish("{\"subject\":\"open\"}").status()).isEqualTo(201);
        assertThat(application.publish("{\"subject\":\"secret.a\"}").status()).isEqualTo(403);
        assertThat(application.publish("{\"subject\":\"broken\"}").status()).isEqualTo(403);
        assertThat(application.get("/broadcast/events/tail").status()).isEqualTo(403);
        assertThat(application
                        .get("/broadcast/events/events?subscription=other")
                        .status())
                .isEqualTo(403);
        assertThat(application
                        .open("/broadcast/events/events?subscription=allowed")
                        .head()
                        .get(0))
                .contains("200");
    }

    private static Answer publishAs(EdgeApplication application, String user, String subject) {
        return application.send(application
                .request("/broadcast/events")
                .header("X-User", user)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"subject\":\"" + subject + "\"}")));
    }

    private static int tailAs(EdgeApplication application, String user, String subjects) {
        EventSource source =
                EventSource.request(application, "/broadcast/events/tail?subjects=" + subjects, "X-User: " + user);
        await().atMost(EventSource.LONG).until(() -> !source.head().isEmpty());
        return Integer.parseInt(source.head().get(0).split(" ")[1]);
    }
}
