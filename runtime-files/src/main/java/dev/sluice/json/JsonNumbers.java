package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The numbers of a JSON file by their path, "sample.computeSeconds"; those of an array together. */
public final class JsonNumbers {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long MOST_BYTES = 1L << 30;

    private final String file;
    private final Map<String, List<Double>> numbers;

    private JsonNumbers(String file, Map<String, List<Double>> numbers) {
        this.file = file;
        this.numbers = numbers;
    }

    /** Reads a file that an option names; a {@link SluiceException} says why not. */
    public static JsonNumbers read(String option, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + " (expected: a JSON file that can be read)");
        }
        Source source = new Source(
                file.toString(),
                "what another command printed with --json",
                message -> new SluiceException(ErrorCode.USAGE, message));
        try (JsonParser json = FACTORY.createParser(source.read(file, MOST_BYTES))) {
            return new JsonNumbers(file.toString(), numbers(source, json));
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static Map<String, List<Double>> numbers(Source source, JsonParser json) throws IOException {
        Map<String, List<Double>> numbers = new HashMap<>();
        try {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
                    numbers.computeIfAbsent(path(json), unused -> new ArrayList<>())
                            .add(json.getDoubleValue());
                }
            }
            return numbers;
        } catch (JsonProcessingException wrong) {
            JsonLocation place = wrong.getLocation() == null ? json.currentLocation() : wrong.getLocation();
            throw source.wrong(place.getLineNr(), "no JSON: " + JsonTree.offence(wrong), source.what());
        }
    }

    private static String path(JsonParser json) {
        return json.getParsingContext()
                .pathAsPointer()
                .toString()
                .replaceFirst("^/", "")
                .replace('/', '.')
                .replaceAll("\\.[0-9]+(?=\\.|$)", "");
    }

    public boolean has(String path) {
        return numbers.containsKey(path);
    }

    /** The mean of what is there. */
    public OptionalDouble mean(String path) {
        return numbers.getOrDefault(path, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }

    /** The mean of what must be there. */
    public double needed(String path, String what) {
        return mean(path)
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.USAGE, file + ": no number " + path + " (expected: " + what + ")"));
    }
}
