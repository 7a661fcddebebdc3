package dev.sluice.cli.simulate;

import dev.sluice.cli.option.NeedsText;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.Growth;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Reads when units of a simulated run come: {@code --arrivals}. */
final class UnitsText {
    /** Units of the largest run of which each has its own needs or its own time. */
    static final long MOST_UNITS = 4_000_000;

    private UnitsText() {}

    /**
     * Reads when the units of a cycle come: {@code 20/s}, {@code results:8} (eight at the beginning, and one after each
     * result), or {@code trace:FILE} with a line for each unit: its time, or {@code after N} results.
     *
     * @param units of the cycle
     */
    static List<Growth> arrivals(String text, long units) {
        if (NeedsText.isTrace(text)) {
            List<Growth> steps = new ArrayList<>();
            for (String line : NeedsText.lines("--arrivals", text)) {
                steps.add(
                        line.matches("after [0-9]{1,9}")
                                ? new Growth(1, Long.parseLong(line.substring(6)), 0)
                                : new Growth(1, -1, Math.round(Quantity.TIME.of("--arrivals", line) * 1e9)));
            }
            return steps.size() > units ? steps.subList(0, (int) units) : steps;
        }
        if (text.matches("results:[1-9][0-9]{0,8}")) {
            long first = Math.min(units, Long.parseLong(text.substring(8)));
            return LongStream.rangeClosed(1, units - first)
                    .mapToObj(result -> new Growth(1, result, 0))
                    .toList();
        }
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?/(s|min|h)")) {
            int slash = text.indexOf('/');
            double each = Quantity.TIME.of("--arrivals", "1" + text.substring(slash + 1))
                    / Double.parseDouble(text.substring(0, slash));
            if (each > 0 && Double.isFinite(each)) {
                return LongStream.range(0, units)
                        .mapToObj(unit -> new Growth(1, -1, Math.round(unit * each * 1e9)))
                        .toList();
            }
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "--arrivals: " + text + " (expected: a rate such as 20/s, results:N, or trace:FILE with a time or"
                        + " 'after N' for each unit)");
    }
}
