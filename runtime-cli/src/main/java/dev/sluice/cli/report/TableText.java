package dev.sluice.cli.report;

import dev.sluice.net.rules.Text;
import java.util.Locale;

/** Lines of a table; what a terminal would obey is replaced. Confined to one thread. */
final class TableText {
    private final StringBuilder text = new StringBuilder();
    private final int width;

    /** @param width longest line; what is longer is cut */
    TableText(int width) {
        this.width = width;
    }

    void line(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        append(line.length() <= width ? line : line.substring(0, width - 1) + "…");
    }

    /** Adds a line that is never cut, such as the message of an error. */
    void message(String format, Object... values) {
        append(String.format(Locale.ROOT, format, values));
    }

    private void append(String line) {
        text.append(Text.printableLines(line, line.length())).append(System.lineSeparator());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
