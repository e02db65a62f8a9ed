package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.RelayObserver;
import io.relaymq.WorkerChanged.Change;
import io.relaymq.fake.ReferencePage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/events.md} has every event and every change, with what they carry. */
class EventsPageTest {

    @Test
    void every_event_is_on_the_page_with_what_it_carries() {
        Map<String, List<String>> rows = ReferencePage.rows("events.md");
        Set<String> expected = new TreeSet<>();
        Stream.of(RelayObserver.class.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 1)
                .map(method -> method.getParameterTypes()[0])
                .filter(Class::isRecord)
                .forEach(event -> {
                    expected.add(event.getSimpleName());
                    String carries = Stream.of(event.getRecordComponents())
                            .map(component -> "`" + component.getName() + "`")
                            .collect(Collectors.joining(", "));
                    assertThat(rows.getOrDefault(event.getSimpleName(), List.of()))
                            .as(event.getSimpleName())
                            .hasSize(3)
                            .endsWith(carries);
                });
        Stream.of(Change.values()).forEach(change -> expected.add(change.name()));

        assertThat(rows.keySet()).isEqualTo(expected);
    }
}
