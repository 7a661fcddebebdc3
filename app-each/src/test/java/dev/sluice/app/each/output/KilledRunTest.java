package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.job.Input;
import dev.sluice.testing.SeededTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is killed at any moment leaves a prefix of the bytes that it would have written. The run that continues it
 * must run what the journal lacks, and nothing else.
 */
class KilledRunTest {
    private static final int INPUTS = 12;

    /** The files of a run, in the order in which an outcome is written to them. */
    private static final List<String> FILES = List.of("all", "all.index", "all.csv", "log", "log.journal");

    private static final int JOURNAL_LINE = 44;
    private static final int JOURNAL_HEADER = "sluice-journal 1 command\n".length();

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @SeededTest(runs = 70)
    void shouldRunWhatIsMissingWhereverAKillEndsTheRun(SplittableRandom random) throws IOException {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        Path whole = Files.createTempDirectory(directory, "whole");
        List<Map<String, byte[]>> states = new ArrayList<>();
        run(whole, kind.settings(Resume.NONE), states);
        Path killed = Files.createTempDirectory(directory, "killed");
        for (int kill = 0; kill < 3; kill++) {
            int at = random.nextInt(INPUTS);
            cut(killed, states.get(at), states.get(at + 1), random);
            int recorded = (int) (Files.size(killed.resolve("log.journal")) - JOURNAL_HEADER) / JOURNAL_LINE;
            printed.reset();
            List<Integer> ran = run(killed, kind.settings(Resume.MISSING), new ArrayList<>());
            assertThat(ran).hasSize(INPUTS - recorded);
            assertThat(ran).allMatch(number -> number >= recorded);
            assertThat(run(killed, kind.settings(Resume.MISSING), new ArrayList<>()))
                    .isEmpty();
            assertThat(kind.kept(killed, this)).hasSize(kind == Kind.PRINTED ? INPUTS - recorded : INPUTS);
            assertThat(logged(killed)).hasSize(INPUTS);
        }
    }

    /** The places for the output of commands. */
    private enum Kind {
        PRINTED,
        INDEXED,
        TABLE;

        OutputSettings settings(Resume resume) {
            return EachSamples.settings("log", this == TABLE ? "all.csv" : "", this == INDEXED ? "all" : "", resume);
        }

        /** The different outputs that are there. */
        List<String> kept(Path directory, KilledRunTest test) throws IOException {
            return switch (this) {
                case PRINTED ->
                    test.printed.toString(StandardCharsets.UTF_8).lines().toList();
                case INDEXED -> indexed(directory.resolve("all"));
                case TABLE ->
                    Files.readAllLines(directory.resolve("all.csv")).stream()
                            .filter(line -> line.matches(".*,\"?out-\\d+"))
                            .map(line -> line.replaceFirst(".*out-", ""))
                            .distinct()
                            .toList();
            };
        }

        private static List<String> indexed(Path file) throws IOException {
            List<String> all = new ArrayList<>();
            try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
                for (long number : reader.numbers()) {
                    String text = EachSamples.part(reader, number, IndexedOutputReader.Part.OUTPUT);
                    assertThat(text).isEqualTo("out-" + (number - 1) + "\n");
                    all.add(text);
                }
                assertThat(reader.damaged()).isFalse();
            }
            return all;
        }
    }

    /** Runs what the journal lacks, and notes the files before the first outcome and after each. */
    private List<Integer> run(Path where, OutputSettings settings, List<Map<String, byte[]>> states)
            throws IOException {
        List<Integer> ran = new ArrayList<>();
        try (Journal journal = Journal.open(settings, where)) {
            OutputContext context = new OutputContext(
                    printed, printed, where, List.of(), EachSamples::expand, Optional.of(journal), () -> INPUTS);
            try (OutputWriter writer = OutputWriter.open(settings, context)) {
                states.add(files(where));
                for (int number = 0; number < INPUTS; number++) {
                    if (!journal.done(EachSamples.key(number))) {
                        ran.add(number);
                        Input input = EachSamples.input(number + 1L, "v" + number);
                        String out = "out-" + number + "\n";
                        writer.accept(
                                ran.size() - 1,
                                input,
                                EachSamples.outcome("c" + number, 0, out, ""),
                                EachSamples.key(number));
                        states.add(files(where));
                    }
                }
            }
        }
        return ran;
    }

    private static Map<String, byte[]> files(Path where) throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (String name : FILES) {
            if (Files.exists(where.resolve(name))) {
                contents.put(name, Files.readAllBytes(where.resolve(name)));
            }
        }
        return contents;
    }

    /** Leaves what a process had written that was killed between two states. */
    private static void cut(Path where, Map<String, byte[]> before, Map<String, byte[]> after, SplittableRandom random)
            throws IOException {
        int grown = after.keySet().stream()
                .mapToInt(name -> after.get(name).length - before.get(name).length)
                .sum();
        int left = random.nextInt(grown);
        for (Map.Entry<String, byte[]> file : after.entrySet()) {
            int from = before.get(file.getKey()).length;
            int length = Math.min(left, file.getValue().length - from);
            Files.write(where.resolve(file.getKey()), Arrays.copyOf(file.getValue(), from + length));
            left -= length;
        }
    }

    private static List<String> logged(Path where) throws IOException {
        try (Stream<String> lines = Files.lines(where.resolve("log"))) {
            return lines.skip(1).map(line -> line.split("\t", -1)[8]).distinct().toList();
        }
    }
}
