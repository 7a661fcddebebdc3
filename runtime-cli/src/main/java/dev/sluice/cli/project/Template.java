package dev.sluice.cli.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text with places to fill in, {@code {{name}}}, from the jar. Versions of libraries are known to each: {@code junit},
 * {@code jspecify}, {@code picocli}, {@code protobuf}.
 */
record Template(String name, String text) {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    /** @param name of a resource beside this class */
    static Template of(String name) {
        return new Template(name, read(name));
    }

    private static String read(String name) {
        try (InputStream resource = Template.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is not in the jar (expected: beside " + Template.class + ")");
            }
            return new String(resource.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** The text with all places filled in; each must have a value. */
    String fill(Map<String, String> values) {
        Map<String, String> all = new TreeMap<>(versions());
        all.putAll(values);
        return PLACE.matcher(text).replaceAll(place -> {
            String value = all.get(place.group(1));
            if (value == null) {
                throw new IllegalStateException(
                        name + ": no value for " + place.group() + " (expected: one of " + all.keySet() + ")");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static Map<String, String> versions() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(read("versions.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> versions.put(key, properties.getProperty(key)));
        return versions;
    }
}
