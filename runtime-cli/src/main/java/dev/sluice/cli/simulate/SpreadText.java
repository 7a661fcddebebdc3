package dev.sluice.cli.simulate;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.view.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Reads how times or sizes of units spread, written as for app-pep: {@code 10ms} or {@code fixed:10ms},
 * {@code uniform:5ms..15ms}, {@code exponential:10ms}, {@code lognormal:10ms,5ms} (mean and standard deviation of the
 * values themselves), {@code bimodal:0.9@10ms,0.1@100ms}, {@code trace:FILE}.
 *
 * @param option that is named in errors
 * @param quantity times become nanoseconds, sizes bytes
 */
record SpreadText(String option, Quantity quantity) {
    private static final String TRACE = "trace:";
    private static final int MOST_VALUES = 1 << 28;

    static boolean isTrace(String text) {
        return text.startsWith(TRACE);
    }

    Distribution parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "fixed" : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (name) {
            case "fixed" -> new Distribution.Fixed(value(text, rest));
            case "uniform" -> uniform(text, two(text, rest, "\\.\\."));
            case "exponential" -> new Distribution.Exponential(value(text, rest));
            case "lognormal" -> logNormal(text, two(text, rest, ","));
            case "bimodal" -> bimodal(text, two(text, rest, ","));
            default -> throw wrong(text);
        };
    }

    private Distribution uniform(String text, String[] ends) {
        double from = value(text, ends[0]);
        double to = value(text, ends[1]);
        if (from > to) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: uniform:A..B with A at most B)");
        }
        return new Distribution.Uniform(from, to);
    }

    private Distribution logNormal(String text, String[] parts) {
        double mean = value(text, parts[0]);
        if (mean == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: lognormal:MEAN,SD with a mean above 0)");
        }
        return new Distribution.LogNormal(mean, value(text, parts[1]));
    }

    private Distribution bimodal(String text, String[] modes) {
        String[] first = two(text, modes[0], "@");
        String[] second = two(text, modes[1], "@");
        double share = share(text, first[0]);
        if (Math.abs(share + share(text, second[0]) - 1) > 1e-9) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: bimodal:P@A,Q@B with P + Q = 1)");
        }
        return new Distribution.Bimodal(share, value(text, first[1]), value(text, second[1]));
    }

    private double share(String text, String part) {
        if (part.strip().matches("[01]|0?\\.[0-9]{1,12}|[01]\\.0{1,12}")) {
            return Double.parseDouble(part);
        }
        throw wrong(text);
    }

    private String[] two(String text, String rest, String separator) {
        String[] parts = rest.split(separator, -1);
        if (parts.length != 2) {
            throw wrong(text);
        }
        return parts;
    }

    private double value(String text, String part) {
        try {
            return quantity.parse(part) * (quantity == Quantity.TIME ? 1e9 : 1);
        } catch (IllegalArgumentException e) {
            throw new SluiceException(ErrorCode.USAGE, option + ": " + text + " (expected: " + e.getMessage() + ")", e);
        }
    }

    private SluiceException wrong(String text) {
        return new SluiceException(
                ErrorCode.USAGE,
                option + ": " + text + " (expected: fixed:A, uniform:A..B, exponential:MEAN, lognormal:MEAN,SD,"
                        + " bimodal:P@A,Q@B" + (quantity == Quantity.TIME ? " or trace:FILE" : "") + ")");
    }

    /** The values of {@code trace:FILE}: one a line; empty lines and those that begin with {@code #} do not count. */
    long[] trace(String text) {
        Path file = Path.of(text.substring(TRACE.length()));
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + " (expected: a readable file)", e);
        }
        long[] values = new long[Math.min(lines.size(), MOST_VALUES)];
        int count = 0;
        for (int i = 0; i < lines.size() && count < values.length; i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                values[count++] = Math.round(new SpreadText(file + ":" + (i + 1), quantity).value(line, line));
            }
        }
        if (count == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + file + " has no value (expected: one per line, such as 12ms)");
        }
        return Arrays.copyOf(values, count);
    }
}
