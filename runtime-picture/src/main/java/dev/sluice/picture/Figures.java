package dev.sluice.picture;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as pictures show them: three digits that count, and the unit. */
public final class Figures {
    private static final String[] LARGE = {"", "k", "M", "G", "T", "P", "E"};
    private static final double MOST_SHOWN = 9.99e20;

    private Figures() {}

    /** A coordinate: at most two digits after the point, no exponent. */
    static String coordinate(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("coordinate: " + value + " (expected: a number)");
        }
        long hundredths = Math.round(value * 100);
        if (hundredths % 100 == 0) {
            return Long.toString(hundredths / 100);
        }
        long magnitude = Math.abs(hundredths);
        String sign = hundredths < 0 ? "-" : "";
        String digits = magnitude % 10 == 0
                ? Long.toString(magnitude % 100 / 10)
                : String.format(Locale.ROOT, "%02d", magnitude % 100);
        return sign + magnitude / 100 + "." + digits;
    }

    /** Three digits that count: 0.00123, 1.23, 12.3, 123, 1.23 k, 123 M. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        if (Double.isInfinite(value) || Math.abs(value) > MOST_SHOWN) {
            return value > 0 ? "∞" : "−∞";
        }
        if (value == 0 || Math.abs(value) < 1e-12) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
        int power = 0;
        if (rounded.abs().compareTo(BigDecimal.valueOf(10_000)) >= 0) {
            while (power < LARGE.length - 1 && rounded.abs().compareTo(BigDecimal.valueOf(1000)) >= 0) {
                rounded = rounded.movePointLeft(3);
                power++;
            }
        }
        String digits = plain(rounded);
        return (digits.startsWith("-") ? "−" + digits.substring(1) : digits) + (power == 0 ? "" : " " + LARGE[power]);
    }

    private static String plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0).toPlainString() : stripped.toPlainString();
    }

    /** 123/s. */
    static String rate(double unitsPerSecond) {
        return number(unitsPerSecond) + "/s";
    }

    /** 83 %, 0.4 %. */
    static String percent(double share) {
        double percent = share * 100;
        if (!Double.isFinite(percent)) {
            return "–";
        }
        if (percent > 0 && percent < 0.1) {
            return "<0.1 %";
        }
        return percent < 10
                ? plain(BigDecimal.valueOf(percent).setScale(1, java.math.RoundingMode.HALF_UP)) + " %"
                : Math.round(percent) + " %";
    }

    /** 35 ms, 1.2 s, 90 µs; from two minutes on 2.5 min, 3 h, 4 d. */
    public static String seconds(double seconds) {
        double size = Math.abs(seconds);
        if (size == 0) {
            return "0 s";
        }
        if (size < 0.9995e-6) {
            return number(seconds * 1e9) + " ns";
        }
        if (size < 0.9995e-3) {
            return number(seconds * 1e6) + " µs";
        }
        if (size < 0.9995) {
            return number(seconds * 1e3) + " ms";
        }
        if (size < 120) {
            return number(seconds) + " s";
        }
        if (size < 7200) {
            return number(seconds / 60) + " min";
        }
        return size < 172_800 ? number(seconds / 3600) + " h" : number(seconds / 86_400) + " d";
    }

    /** 20 MB, 1.5 kB, 300 B: decimal, as rates of networks are. */
    static String bytes(double bytes) {
        String number = bytes >= 1000 ? scaled(bytes) : number(bytes) + " ";
        return number + "B";
    }

    private static String scaled(double value) {
        double rest = value;
        int power = 0;
        while (rest >= 999.5 && power < LARGE.length - 1) {
            rest /= 1000;
            power++;
        }
        return number(rest) + " " + LARGE[power];
    }
}
