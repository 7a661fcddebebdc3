package dev.sluice.cli.runs;

import java.io.PrintWriter;
import java.util.List;

/** Lines of a terminal that are drawn again in their place. Long lines are cut at its right edge. */
final class Screen {
    private static final String ESCAPE = "\u001b[";
    private static final String NO_WRAP = ESCAPE + "?7l";
    private static final String WRAP = ESCAPE + "?7h";
    private static final String CLEAR_BELOW = ESCAPE + "J";
    private static final String CLEAR_RIGHT = ESCAPE + "K";

    private final PrintWriter out;
    private int drawn;

    Screen(PrintWriter out) {
        this.out = out;
    }

    /** Replaces what was drawn before, in one write. */
    void draw(List<String> lines) {
        StringBuilder text = new StringBuilder(NO_WRAP);
        if (drawn > 0) {
            text.append(ESCAPE).append(drawn).append("A\r");
        }
        lines.forEach(line -> text.append(line).append(CLEAR_RIGHT).append('\n'));
        text.append(CLEAR_BELOW).append(WRAP);
        out.print(text);
        out.flush();
        drawn = lines.size();
    }

    /** Adds a line below. */
    void say(String line) {
        out.println(line);
        out.flush();
        drawn = 0;
    }
}
