package dev.sluice.cli.report;

import dev.sluice.net.rules.Text;
import java.util.Locale;

/** Lines of a table; what a terminal would obey is replaced. Confined to one thread. */
final class TableText {
    private final StringBuilder text = new StringBuilder();

    void line(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        text.append(Text.printableLines(line, line.length())).append(System.lineSeparator());
    }

    /** A table of several lines. */
    void table(String lines) {
        text.append(lines);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
