package dev.sluice.cli.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.view.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Reads what units of a simulated run need, and when they come: {@code --needs} and {@code --arrivals}. */
final class UnitsText {
    /** Units of the largest run of which each has its own needs or its own time. */
    static final long MOST_UNITS = 4_000_000;

    private static final String TRACE = "trace:";

    private UnitsText() {}

    /**
     * Reads needs such as {@code 0.2@processors=4,memory=8G;0.1@licence=1}, of which others need one slot, or
     * {@code trace:FILE} with the needs of a unit in each line. Returns those of the first units; later ones repeat
     * them.
     */
    static List<Amounts> needs(String text) {
        if (text.startsWith(TRACE)) {
            return lines("--needs", text).stream()
                    .map(line -> amounts(line, line.equals("-") ? "" : line))
                    .toList();
        }
        Map<Amounts, Double> shares = new LinkedHashMap<>();
        double sum = 0;
        for (String each : text.split(";", -1)) {
            int at = each.indexOf('@');
            String share = at < 0 ? "1" : each.substring(0, at).strip();
            if (!share.matches("[01]|0?\\.[0-9]{1,12}|1\\.0{1,12}")) {
                throw wrongNeeds(text);
            }
            sum += Double.parseDouble(share);
            shares.merge(amounts(text, each.substring(at + 1)), Double.parseDouble(share), Double::sum);
        }
        if (sum > 1 + 1e-9) {
            throw wrongNeeds(text);
        }
        return SizedWorkload.mixed(shares);
    }

    private static Amounts amounts(String text, String written) {
        try {
            return Amounts.ONE_SLOT.most(Amounts.parse(written.replaceAll("\\bcpus=", Amounts.PROCESSORS + "=")));
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--needs: " + text + ": " + wrong.getMessage(), wrong);
        }
    }

    private static SluiceException wrongNeeds(String text) {
        return new SluiceException(
                ErrorCode.USAGE,
                "--needs: " + text + " (expected: NEEDS of all units, SHARE@NEEDS;SHARE@NEEDS with shares up to 1, or"
                        + " trace:FILE; NEEDS such as processors=4,memory=8G)");
    }

    /**
     * Reads when the units of a cycle come: {@code 20/s}, {@code results:8} (eight at the beginning, and one after each
     * result), or {@code trace:FILE} with a line for each unit: its time, or {@code after N} results.
     *
     * @param units of the cycle
     */
    static List<Growth> arrivals(String text, long units) {
        if (text.startsWith(TRACE)) {
            List<Growth> steps = new ArrayList<>();
            for (String line : lines("--arrivals", text)) {
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

    private static List<String> lines(String option, String text) {
        Path file = Path.of(text.substring(TRACE.length()));
        try {
            List<String> lines = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
            if (lines.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + file + " is empty (expected: a line for each unit)");
            }
            return lines;
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + " (expected: a readable file)", unreadable);
        }
    }
}
