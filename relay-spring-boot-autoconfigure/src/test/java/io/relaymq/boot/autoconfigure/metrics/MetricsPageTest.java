package io.relaymq.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.fake.ReferencePage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/metrics.md} has every meter and no other. */
class MetricsPageTest {

    @Test
    void every_meter_is_on_the_page_with_its_kind_unit_tags_and_meaning() {
        Map<String, List<String>> page = ReferencePage.rows("metrics.md");
        Map<String, List<String>> expected = new TreeMap<>();
        for (RelayMeter meter : RelayMeter.values()) {
            List<String> onPage = page.getOrDefault(meter.meterName(), List.of("", "", "", "", ""));
            String unit = meter.unit() == null ? onPage.get(2) : meter.unit();
            expected.put(
                    meter.meterName(),
                    List.of(
                            "`" + meter.meterName() + "`",
                            meter.kind().toString(),
                            unit,
                            meter.tags().isEmpty() ? "" : "`" + String.join("`, `", meter.tags()) + "`",
                            meter.description()));
        }

        assertThat(page).isEqualTo(expected);
    }
}
