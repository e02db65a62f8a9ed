package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.boot.application.Management.Answer;
import io.relaymq.fake.ReferencePage;
import io.relaymq.spring.RelayTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of {@code docs/reference/endpoint.md}, sent one after the other, are answered as they say. */
class EndpointPageTest extends OnRedis {

    private static final Pattern EXAMPLE =
            Pattern.compile("```http\n(GET|POST) /actuator(\\S+)\n(.*?)```\n\n```json\n(.*?)```", Pattern.DOTALL);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void every_example_is_answered_with_the_fields_it_shows() {
        try (ConfigurableApplicationContext context = Applications.startWeb(
                port(), EndpointOverHttpTest.Listener.class, "management.endpoint.relay.access=unrestricted")) {
            context.getBean(Relay.class).workers().get(0).awaitReady(Duration.ofSeconds(30));
            Management management = new Management(context);
            for (int i = 0; i < 2; i++) {
                context.getBean(RelayTemplate.class)
                        .publish(Message.of("orders.created", "tea").withHeader("tenant", "t"));
            }
            await().until(() ->
                    management.get("/relay/events/billing").json().get("dead").asInt() == 2);

            List<String> tried = new ArrayList<>();
            Matcher examples = EXAMPLE.matcher(String.join("\n", ReferencePage.lines("endpoint.md")) + "\n");
            while (examples.find()) {
                String path = examples.group(2);
                boolean get = examples.group(1).equals("GET");
                Answer answer = get ? management.get(path) : management.post(path, examples.group(3));
                assertThat(answer.status()).as(path + " " + answer.body()).isEqualTo(200);
                same(path, JSON.readTree(examples.group(4)), answer.json());
                tried.add(path);
            }
            assertThat(tried).hasSize(9);
        }
    }

    /** An empty object stands for any; of lists, the first elements are compared; what a tracer adds is not shown. */
    private static void same(String where, JsonNode shown, JsonNode answered) {
        if (where.endsWith(".headerNames")) {
            assertThat(answered.toString()).contains(shown.get(0).asString());
        } else if (shown.isArray() && !shown.isEmpty()) {
            assertThat(answered.isEmpty()).as(where).isFalse();
            same(where + "[0]", shown.get(0), answered.get(0));
        } else if (shown.isObject() && !shown.isEmpty()) {
            assertThat(names(answered)).as(where).isEqualTo(names(shown));
            names(shown).forEach(name -> same(where + "." + name, shown.get(name), answered.get(name)));
        } else if (!shown.isObject()) {
            assertThat(answered.getNodeType()).as(where).isEqualTo(shown.getNodeType());
        }
    }

    private static Set<String> names(JsonNode node) {
        return new TreeSet<>(node.propertyNames());
    }
}
