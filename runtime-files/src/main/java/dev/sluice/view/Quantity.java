package dev.sluice.view;

import static java.util.stream.Collectors.toMap;

import dev.sluice.model.Amount;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with a unit, as people write them: {@code 100Mbit/s}, {@code 12 MB/s}, {@code 3 ms}, {@code 64 KiB}. */
public enum Quantity {
    /** Bandwidths [bytes/s]. */
    RATE("rate", "100 Mbit/s", rates()),

    /** Sizes [bytes]. */
    SIZE("size", "64 KiB", sizes()),

    /** Times [s]. */
    TIME("time", "20 ms", times()),

    /** Memory and disk space in powers of 1024, as options name them: {@code 64M} [bytes]. */
    SPACE("size", "64M or 2G", numbers(Map.of("", 0x1p0, "K", 0x1p10, "M", 0x1p20, "G", 0x1p30))),

    /** Times that options name, from 1 ns to ten years: {@code 30s} [ns]. */
    DURATION("time", "500ms, 30s, 5m or 2h", numbers(Map.of("ms", 1e6, "s", 1e9, "m", 6e10, "h", 3.6e12)));

    private static final Pattern FORM = Pattern.compile(
            "([-+]?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,2})?)\\s*(.{0,20})");

    private static final Pattern WHOLE = Pattern.compile("([0-9]{1,9})([KMG]?)");
    private static final Pattern DECIMAL = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)([a-z]{1,2})");
    private static final double MOST_NANOS = 3_650 * 86_400e9;

    /** Beyond it numbers are written with an exponent. */
    private static final int MOST_DIGITS = 24;

    private final String what;
    private final String example;

    /** The factor of each unit; units used for output come first, the greatest last. */
    private final Map<String, BigDecimal> units;

    Quantity(String what, String example, Map<String, BigDecimal> units) {
        this.what = what;
        this.example = example;
        this.units = units;
    }

    private static Map<String, BigDecimal> rates() {
        Map<String, BigDecimal> units = new LinkedHashMap<>();
        scale(units, "bit/s", new BigDecimal("0.125"), List.of("", "k", "M", "G", "T"), 1000);
        scale(units, "B/s", BigDecimal.ONE, List.of("", "k", "M", "G", "T"), 1000);
        units.put("KB/s", BigDecimal.valueOf(1000));
        scale(units, "B/s", BigDecimal.valueOf(1024), List.of("Ki", "Mi", "Gi", "Ti"), 1024);
        return units;
    }

    private static Map<String, BigDecimal> sizes() {
        Map<String, BigDecimal> units = new LinkedHashMap<>();
        scale(units, "B", BigDecimal.ONE, List.of("", "k", "M", "G", "T"), 1000);
        units.put("KB", BigDecimal.valueOf(1000));
        scale(units, "B", BigDecimal.valueOf(1024), List.of("Ki", "Mi", "Gi", "Ti"), 1024);
        return units;
    }

    private static Map<String, BigDecimal> times() {
        Map<String, BigDecimal> units = new LinkedHashMap<>();
        units.put("ns", new BigDecimal("1e-9"));
        units.put("us", new BigDecimal("1e-6"));
        units.put("µs", new BigDecimal("1e-6"));
        units.put("ms", new BigDecimal("1e-3"));
        units.put("s", new BigDecimal("1.0"));
        units.put("min", new BigDecimal("60.0"));
        units.put("h", new BigDecimal("3600.0"));
        return units;
    }

    private static Map<String, BigDecimal> numbers(Map<String, Double> units) {
        return units.entrySet().stream().collect(toMap(Map.Entry::getKey, unit -> BigDecimal.valueOf(unit.getValue())));
    }

    private static void scale(
            Map<String, BigDecimal> units, String unit, BigDecimal first, List<String> prefixes, int factor) {
        BigDecimal value = first;
        for (String prefix : prefixes) {
            units.put(prefix + unit, value);
            value = value.multiply(BigDecimal.valueOf(factor));
        }
    }

    /**
     * Reads one, 0 and above.
     *
     * @throws IllegalArgumentException whose message says what was expected
     */
    public double parse(String text) {
        return switch (this) {
            case RATE, SIZE, TIME -> measured(text);
            case SPACE -> named(WHOLE.matcher(text.toUpperCase(Locale.ROOT)), 0, Double.POSITIVE_INFINITY);
            case DURATION -> named(DECIMAL.matcher(text), 1, MOST_NANOS);
        };
    }

    /**
     * Reads an option's value.
     *
     * @throws SluiceException that names the option, the value and what was expected
     */
    public double of(String option, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: " + wrong.getMessage() + ")", wrong);
        }
    }

    private double named(Matcher matcher, double least, double most) {
        BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        double value = unit == null
                ? Double.NaN
                : new BigDecimal(matcher.group(1)).multiply(unit).doubleValue();
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException("a " + what + " such as " + example);
        }
        return value;
    }

    private double measured(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a " + what + " such as " + example);
        }
        BigDecimal unit = units.get(matcher.group(2));
        if (unit == null) {
            String given = matcher.group(2);
            throw new IllegalArgumentException("a " + what + " such as " + example + ", in one of "
                    + String.join(", ", units.keySet()) + Nearest.hint(given, units.keySet()));
        }
        double value = new BigDecimal(matcher.group(1)).multiply(unit).doubleValue();
        if (value < 0 || value > 1e30) {
            throw new IllegalArgumentException("a " + what + " that is not negative, such as " + example);
        }
        return value;
    }

    /** In the greatest of the usual units of which it is at least one, in three significant digits. */
    public String rounded(double value) {
        if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
            return "unlimited";
        }
        if (this == TIME) {
            return Amount.seconds(value);
        }
        String unit = unit(value);
        BigDecimal number = BigDecimal.valueOf(value / factor(unit));
        boolean many = number.abs().compareTo(BigDecimal.valueOf(1000)) >= 0;
        BigDecimal rounded = many ? number.setScale(0, RoundingMode.HALF_EVEN) : number.round(new MathContext(3));
        return plain(rounded) + " " + unit;
    }

    /** Returns a text from which {@link #parse} gives the same number. */
    public String exact(double value) {
        String unit = unit(value);
        for (int digits = 1; digits <= 17; digits++) {
            String written =
                    plain(BigDecimal.valueOf(value / factor(unit)).round(new MathContext(digits))) + " " + unit;
            if (parse(written) == value) {
                return written;
            }
        }
        return plain(BigDecimal.valueOf(value)) + " " + (this == RATE ? "B/s" : this == SIZE ? "B" : "s");
    }

    private double factor(String unit) {
        return units.getOrDefault(unit, BigDecimal.ONE).doubleValue();
    }

    private String unit(double value) {
        List<String> usual = switch (this) {
            case RATE -> List.of("bit/s", "kbit/s", "Mbit/s", "Gbit/s");
            case SIZE -> value % 1024 == 0 && value > 0 ? List.of("KiB", "MiB", "GiB") : List.of("B", "kB", "MB", "GB");
            case TIME -> List.of("ns", "us", "ms", "s");
            case SPACE -> List.of("", "K", "M", "G");
            case DURATION -> List.of("ms", "s", "m", "h");
        };
        String unit = usual.get(0);
        for (String greater : usual) {
            unit = value >= factor(greater) ? greater : unit;
        }
        return value > 0 ? unit : this == TIME ? "s" : usual.get(0);
    }

    private static String plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return Math.abs(stripped.scale()) > MOST_DIGITS ? stripped.toString() : stripped.toPlainString();
    }
}
