package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Parses series of times and sizes.
 *
 * @param option name of the option for errors
 * @param least minimum value, in nanoseconds or bytes
 */
record SeriesParser(String option, ExactQuantity quantity, long least) {
    static final String TRACE = "trace:";

    /** Parses a series; null for a trace, whose file is not read here. */
    @Nullable
    CostDistribution parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "fixed" : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (name) {
            case "fixed" -> new CostDistribution.Fixed(bounded(text, rest));
            case "uniform" -> uniform(text, rest);
            case "exponential" -> new CostDistribution.Exponential(bounded(text, rest));
            case "lognormal" -> logNormal(text, rest);
            case "bimodal" -> bimodal(text, rest);
            case "trace" -> {
                if (rest.isBlank() || rest.indexOf('\0') >= 0) {
                    throw new ArgumentException(option, text, "trace:FILE with the name of a file");
                }
                yield null;
            }
            default ->
                throw new ArgumentException(
                        option,
                        text,
                        "fixed:A, uniform:A..B, exponential:MEAN, lognormal:MEAN,SD, bimodal:P@A,Q@B or trace:FILE; "
                                + quantity.expected());
        };
    }

    private CostDistribution uniform(String text, String rest) {
        String[] ends = two(text, rest, "\\.\\.", "uniform:A..B");
        long from = bounded(text, ends[0]);
        long to = bounded(text, ends[1]);
        if (from > to) {
            throw new ArgumentException(option, text, "uniform:A..B with A at most B");
        }
        return new CostDistribution.Uniform(from, to);
    }

    private CostDistribution logNormal(String text, String rest) {
        String[] parts = two(text, rest, ",", "lognormal:MEAN,SD");
        long mean = bounded(text, parts[0]);
        if (mean == 0) {
            throw new ArgumentException(option, text, "lognormal:MEAN,SD with a mean above 0");
        }
        return new CostDistribution.LogNormal(mean, quantity(text, parts[1]));
    }

    private CostDistribution bimodal(String text, String rest) {
        String form = "bimodal:P@A,Q@B with P + Q = 1, such as 0.9@10,0.1@100 with units";
        String[] modes = two(text, rest, ",", form);
        String[] first = two(text, modes[0], "@", form);
        String[] second = two(text, modes[1], "@", form);
        double share = share(text, first[0], form);
        if (Math.abs(share + share(text, second[0], form) - 1) > 1e-9) {
            throw new ArgumentException(option, text, form);
        }
        return new CostDistribution.Bimodal(share, bounded(text, first[1]), bounded(text, second[1]));
    }

    private double share(String text, String part, String form) {
        if (part.strip().matches("[01]|0?\\.[0-9]{1,12}|[01]\\.0{1,12}")) {
            return Double.parseDouble(part);
        }
        throw new ArgumentException(option, text, form);
    }

    private String[] two(String text, String rest, String separator, String form) {
        String[] parts = rest.split(separator, -1);
        if (parts.length != 2) {
            throw new ArgumentException(option, text, form);
        }
        return parts;
    }

    private long quantity(String text, String part) {
        OptionalLong value = quantity.parse(part);
        if (value.isEmpty()) {
            throw new ArgumentException(option, text, quantity.expected());
        }
        return value.getAsLong();
    }

    /** A value within the bounds. */
    long bounded(String text, String part) {
        long value = quantity(text, part);
        if (value < least) {
            throw new ArgumentException(
                    option,
                    text,
                    "at least " + least + "B, of which " + UnitResult.HEADER_BYTES + " carry measurements");
        }
        return value;
    }
}
