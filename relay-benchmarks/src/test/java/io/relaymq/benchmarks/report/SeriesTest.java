package io.relaymq.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same figures as a table, as data and as a chart. */
class SeriesTest {

    private final Series series = new Series("Cost", "µs", 1, "size", "µs / call", "calls/s");

    @Test
    void what_was_not_measured_is_left_out() {
        series.add(0, 1.5, Double.NaN);
        series.add(1_000, 2.25, 31_000);

        assertThat(series.csv()).isEqualTo("size,µs / call,calls/s\n0,1.5,\n1000,2.25,31000\n");
        assertThat(series.markdown()).contains("| 0 | 1.50 | – |", "| 1,000 | 2.25 | 31,000 |");
    }

    @Test
    void a_chart_has_a_line_for_each_column_it_is_about() {
        series.add(0, 1.5, 7);
        series.add(1_000, 2.25, 31_000);

        assertThat(series.svg())
                .startsWith("<svg ")
                .endsWith("</svg>\n")
                .contains("µs / call")
                .doesNotContain("calls/s", "NaN")
                .containsOnlyOnce("<polyline");
    }
}
