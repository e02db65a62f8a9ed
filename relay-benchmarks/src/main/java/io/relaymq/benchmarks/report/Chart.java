package io.relaymq.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over an axis that is logarithmic, from nothing up, in SVG that is legible on light and dark pages. Not thread-safe. */
final class Chart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 320;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 56;
    private static final int BOTTOM = 48;
    private static final int STEPS = 4;
    private static final List<String> COLOURS = List.of("#2b7bba", "#d9731a", "#3a9a5b", "#9a57b0");

    private final List<double[]> rows;
    private final StringBuilder shapes = new StringBuilder();
    private final List<Integer> columns = new ArrayList<>();
    private double most = 1e-9;

    Chart(String title, String x, String y, List<double[]> rows) {
        this.rows = rows;
        text(LEFT, 20, "start", "600 14px", title);
        text(LEFT, 38, "start", "12px", y);
        text(WIDTH - RIGHT, HEIGHT - 8, "end", "12px", x);
    }

    void line(String name, int column) {
        rows.forEach(row -> most = Math.max(most, Double.isNaN(row[column]) ? 0 : row[column]));
        String colour = COLOURS.get(columns.size() % COLOURS.size());
        columns.add(column);
        shapes.append(format(
                "<text x=\"%d\" y=\"38\" text-anchor=\"end\" font-size=\"12\" fill=\"%s\">%s</text>%n",
                WIDTH - RIGHT - (columns.size() - 1) * 150, colour, name));
    }

    String svg() {
        double top = roundedUp(most);
        grid(top);
        for (int i = 0; i < columns.size(); i++) {
            curve(columns.get(i), COLOURS.get(i % COLOURS.size()), top);
        }
        return format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">%n",
                        WIDTH, HEIGHT)
                + "<style>text.ink{fill:#333}line.grid{stroke:#ccc}@media(prefers-color-scheme:dark){"
                + "text.ink{fill:#ddd}line.grid{stroke:#555}}</style>\n"
                + shapes + "</svg>\n";
    }

    private void grid(double top) {
        for (int i = 0; i <= STEPS; i++) {
            double value = top * i / STEPS;
            double y = y(value, top);
            shapes.append(format(
                    "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n", LEFT, y, WIDTH - RIGHT, y));
            text(LEFT - 6, y + 4, "end", "11px", Spread.text(value, top < 10 ? 1 : 0));
        }
        for (double[] row : rows) {
            text(x(row[0]), HEIGHT - BOTTOM + 18, "middle", "11px", Spread.text(row[0], 0));
        }
    }

    private void curve(int column, String colour, double top) {
        StringBuilder points = new StringBuilder();
        for (double[] row : rows) {
            if (!Double.isNaN(row[column])) {
                points.append(format("%.1f,%.1f ", x(row[0]), y(row[column], top)));
                shapes.append(format(
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n",
                        x(row[0]), y(row[column], top), colour));
            }
        }
        shapes.append(format(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                points.toString().strip(), colour));
    }

    private void text(double x, double y, String anchor, String font, String text) {
        shapes.append(format(
                "<text class=\"ink\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" style=\"font:%s sans-serif\">%s</text>%n",
                x, y, anchor, font, text));
    }

    /** Nothing has a place too, left of one. */
    private double x(double value) {
        double first = log(rows.get(0)[0]);
        double last = log(rows.get(rows.size() - 1)[0]);
        double part = last == first ? 0.5 : (log(value) - first) / (last - first);
        return LEFT + 20 + part * (WIDTH - LEFT - RIGHT - 40);
    }

    private static double log(double value) {
        return Math.log10(Math.max(value, 0.1));
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    }

    private static double roundedUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        double digits = value / power;
        return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 4 ? 4 : digits <= 8 ? 8 : 10);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
