package dev.sluice.app.tsp;

import dev.sluice.api.ArgumentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Reads problems with coordinates in the format of TSPLIB (Reinelt, TSPLIB 95, 1995). Errors name the line. Confined to
 * one thread.
 */
final class TsplibReader {
    static final int LEAST_CITIES = 5;
    static final int MOST_CITIES = 2000;

    /** Squares of differences and lengths of tours stay exact below it. */
    private static final double LARGEST = 1e6;

    private final String source;
    private String name;
    private int line;
    private double[] xs = {};
    private double[] ys = {};

    private TsplibReader(String source) {
        this.source = source;
        this.name = source;
    }

    /** The problem that comes with the application. */
    static CityMap berlin52() {
        try (InputStream in = TsplibReader.class.getResourceAsStream("berlin52.tsp")) {
            if (in == null) {
                throw new IllegalStateException("berlin52.tsp is missing (expected: in the jar)");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return read("berlin52.tsp", text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CityMap read(Path file) {
        try {
            return read(file.toString(), Files.readAllLines(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new ArgumentException("--file", file + " cannot be read: " + e, "a file in the format of TSPLIB");
        }
    }

    static CityMap read(String source, List<String> lines) {
        return new TsplibReader(source).map(lines);
    }

    private CityMap map(List<String> lines) {
        boolean coordinates = false;
        for (String text : lines) {
            line++;
            String words = text.strip();
            if (words.equals("EOF")) {
                break;
            }
            if (coordinates) {
                city(words);
            } else if (words.equals("NODE_COORD_SECTION")) {
                coordinates = true;
                if (xs.length == 0) {
                    throw wrong(words, "a line DIMENSION before it");
                }
            } else if (!words.isEmpty()) {
                head(words);
            }
        }
        if (!coordinates) {
            throw wrong("end of the file", "a section NODE_COORD_SECTION");
        }
        for (int city = 0; city < xs.length; city++) {
            if (Double.isNaN(xs[city])) {
                throw wrong("end of the cities without number " + (city + 1), xs.length + " cities, as DIMENSION says");
            }
        }
        return new CityMap(name, xs, ys);
    }

    private void head(String words) {
        String[] parts = words.split("\\s*:\\s*", 2);
        String value = parts.length < 2 ? "" : parts[1];
        switch (parts[0]) {
            case "NAME" -> name = value;
            case "TYPE" -> demand("TYPE", value, "TSP");
            case "EDGE_WEIGHT_TYPE" -> demand("EDGE_WEIGHT_TYPE", value, "EUC_2D");
            case "DIMENSION" -> {
                int cities = number(value, LEAST_CITIES, MOST_CITIES);
                xs = new double[cities];
                ys = new double[cities];
                Arrays.fill(xs, Double.NaN);
            }
            case "COMMENT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE" -> {} // has no effect on the tour
            default -> throw wrong(words, "NAME, TYPE, COMMENT, DIMENSION, EDGE_WEIGHT_TYPE or NODE_COORD_SECTION");
        }
    }

    private void demand(String key, String value, String expected) {
        if (!value.equals(expected)) {
            throw wrong(key + " " + value, expected);
        }
    }

    /** Takes a line such as {@code 1 565.0 575.0}. */
    private void city(String words) {
        String[] parts = words.split("\\s+");
        if (parts.length != 3) {
            throw wrong(words.isEmpty() ? "an empty line" : words, "number, x and y of a city");
        }
        int city = number(parts[0], 1, xs.length) - 1;
        if (!Double.isNaN(xs[city])) {
            throw wrong("city " + parts[0] + " again", "each number once");
        }
        xs[city] = coordinate(parts[1]);
        ys[city] = coordinate(parts[2]);
    }

    private int number(String word, int least, int most) {
        String expected = "a whole number from " + least + " to " + most;
        try {
            int number = Integer.parseInt(word);
            if (number < least || number > most) {
                throw wrong(word, expected);
            }
            return number;
        } catch (NumberFormatException e) {
            throw wrong(word, expected);
        }
    }

    private double coordinate(String word) {
        String expected = "a number from -1e6 to 1e6";
        try {
            double number = Double.parseDouble(word);
            if (!(Math.abs(number) <= LARGEST)) {
                throw wrong(word, expected);
            }
            return number;
        } catch (NumberFormatException e) {
            throw wrong(word, expected);
        }
    }

    private ArgumentException wrong(String what, String expected) {
        return new ArgumentException("--file " + source + ", line " + line, what, expected);
    }
}
