package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Inputs and outcomes for tests. */
final class EachSamples {
    private EachSamples() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Input input(long number, String... values) {
        return new Input(number, Arrays.stream(values).map(EachSamples::bytes).toList(), Optional.empty());
    }

    static Outcome outcome(String command, int exitCode, String out, String error) {
        return outcome(command, exitCode, 0, Blob.of(bytes(out)), Blob.of(bytes(error)));
    }

    static Outcome outcome(String command, int exitCode, int signal, Blob out, Blob error) {
        return new Outcome(
                bytes(command),
                exitCode,
                signal,
                false,
                1,
                "",
                1,
                1_700_000_000_123_456L,
                1_234_567,
                0,
                false,
                out,
                error,
                List.of(),
                new byte[0]);
    }

    static Outcome returning(ReturnedFile... files) {
        return new Outcome(
                bytes("make"),
                0,
                0,
                false,
                1,
                "",
                1,
                0,
                0,
                0,
                false,
                Blob.of(bytes("")),
                Blob.of(bytes("")),
                List.of(files),
                new byte[0]);
    }

    /** Replaces {@code {}}, {@code {1}}, {@code {2}} and {@code {#}}. */
    static byte[] expand(String text, Input input, int slot) {
        List<String> values = input.values().stream()
                .map(value -> new String(value, StandardCharsets.UTF_8))
                .toList();
        String expanded = text.replace("{}", String.join(" ", values)).replace("{#}", Long.toString(input.number()));
        for (int index = 0; index < values.size(); index++) {
            expanded = expanded.replace("{" + (index + 1) + "}", values.get(index));
        }
        return bytes(expanded);
    }

    static ContentKey key(long number) {
        return new ContentKey(number * 0x9E3779B97F4A7C15L, number * 0xC2B2AE3D27D4EB4FL);
    }

    static OutputSettings settings(String jobLog, String results, String output, Resume resume) {
        return new OutputSettings(false, "", jobLog, results, output, resume, ResumeBy.COMMAND, "", 0);
    }

    static OutputSettings journaled(Resume resume) {
        return settings("log", "", "", resume);
    }

    /** Reads a part of a record. */
    static String part(IndexedOutputReader reader, long number, IndexedOutputReader.Part part) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        reader.copy(reader.entry(number).orElseThrow(), part, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
