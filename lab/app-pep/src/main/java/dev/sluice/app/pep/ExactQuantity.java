package dev.sluice.app.pep;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times and sizes exactly: values that are not whole nanoseconds or bytes are rejected. */
enum ExactQuantity {
    /** In nanoseconds. */
    TIME(
            "a time such as 10ms (ns, us, ms, s, min, h; whole nanoseconds, at most 24h)",
            86_400_000_000_000L,
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "µs", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "min", 60_000_000_000L,
                    "h", 3_600_000_000_000L)),
    /** In bytes. */
    SIZE(
            "a size such as 64KiB (B, kB, MB, GB of 1000; KiB, MiB, GiB of 1024; whole bytes, at most 1GB)",
            1_000_000_000L,
            Map.of(
                    "", 1L,
                    "B", 1L,
                    "kB", 1_000L,
                    "KB", 1_000L,
                    "MB", 1_000_000L,
                    "GB", 1_000_000_000L,
                    "KiB", 1L << 10,
                    "MiB", 1L << 20,
                    "GiB", 1L << 30));

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,18})?)([a-zA-Zµ]*)");

    private final String expected;
    private final long most;
    private final Map<String, Long> units;

    ExactQuantity(String expected, long most, Map<String, Long> units) {
        this.expected = expected;
        this.most = most;
        this.units = units;
    }

    /** The expectation for an error message. */
    String expected() {
        return expected;
    }

    /** The maximum, in nanoseconds or bytes. */
    long most() {
        return most;
    }

    /** Parses a quantity, in nanoseconds or bytes; empty if it is invalid. Zero needs no unit. */
    OptionalLong parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        Long unit = units.get(matcher.group(2));
        if (unit == null) {
            boolean zero = matcher.group(2).isEmpty() && number.signum() == 0;
            return zero ? OptionalLong.of(0) : OptionalLong.empty();
        }
        BigDecimal value = number.multiply(BigDecimal.valueOf(unit));
        boolean whole = value.stripTrailingZeros().scale() <= 0;
        boolean small = value.compareTo(BigDecimal.valueOf(most)) <= 0;
        return whole && small ? OptionalLong.of(value.longValueExact()) : OptionalLong.empty();
    }
}
