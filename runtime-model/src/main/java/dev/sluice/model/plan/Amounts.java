package dev.sluice.model.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Formats times and sizes with three significant digits. */
final class Amounts {
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};
    private static final int MOST_LISTED = 8;

    private Amounts() {}

    /** Formats as 41 s, 3.2 ms. */
    static String seconds(double seconds) {
        if (Double.isInfinite(seconds)) {
            return "for ever";
        }
        return Math.abs(seconds) >= 0.9995 || seconds == 0 ? digits(seconds) + " s" : digits(seconds * 1000) + " ms";
    }

    /** Formats as 20 MB. */
    static String bytes(double bytes) {
        double rest = bytes;
        int power = 0;
        while (rest >= 999.5 && power < BYTES.length - 1) {
            rest /= 1000;
            power++;
        }
        return digits(rest) + " " + BYTES[power];
    }

    /** Formats as a, b, c and 97 more. */
    static String listed(List<String> names) {
        if (names.size() <= MOST_LISTED) {
            return String.join(", ", names);
        }
        return String.join(", ", names.subList(0, MOST_LISTED - 1)) + " and " + (names.size() - MOST_LISTED + 1)
                + " more";
    }

    private static String digits(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }
}
