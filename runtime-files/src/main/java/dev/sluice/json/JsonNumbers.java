package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
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
        Map<String, List<Double>> numbers = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(file.toFile())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
                    String path = path(json);
                    numbers.computeIfAbsent(path, unused -> new ArrayList<>()).add(json.getDoubleValue());
                }
            }
        } catch (JsonProcessingException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    file + ":" + wrong.getLocation().getLineNr() + ": no JSON: " + wrong.getOriginalMessage()
                            + " (expected: what another command printed with --json)",
                    wrong);
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, option + ": " + file + ": " + unreadable.getMessage(), unreadable);
        }
        return new JsonNumbers(file.toString(), numbers);
    }

    private static String path(JsonParser json) {
        return json.getParsingContext()
                .pathAsPointer()
                .toString()
                .substring(1)
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
