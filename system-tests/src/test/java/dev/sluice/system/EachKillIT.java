package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code sluice each} by SIGKILL when its journal has a number of lines that chance has chosen, and resumes it,
 * again and again. {@code -Dkills=50} kills it more often.
 */
@NoLeaks
class EachKillIT {
    private static final int KILLS = Integer.getInteger("kills", 6);
    private static final int INPUTS = 30 * KILLS;
    private static final int JOURNAL_LINE_BYTES = 44;
    private static final long SEED = 1;

    private static final String LINE = "sluice each -j 2 --joblog log --output all --resume -a inputs "
            + "'until [ {} -le $(cat gate) ]; do sleep 0.05; done; "
            + "echo began {} >> ledger; echo out-{}; echo ended {} >> ledger'";

    /** Commands that may run beyond those after which the kill comes: a late kill comes before the end all the same. */
    private static final int AHEAD = 10;

    @TempDir
    Path directory;

    @Test
    void shouldRunExactlyWhatIsMissing() throws Exception {
        SluiceShell shell = SluiceShell.in(directory.resolve("home"));
        List<String> inputs =
                IntStream.rangeClosed(1, INPUTS).mapToObj(String::valueOf).toList();
        Files.write(directory.resolve("inputs"), inputs);
        Files.createFile(directory.resolve("ledger"));
        SplittableRandom random = new SplittableRandom(SEED);
        Set<String> acknowledged = new HashSet<>();
        int killed = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            int ran = lines("ledger").size();
            int logged = lines("log").size();
            long recorded = recorded();
            long wanted = recorded + random.nextInt(2 * INPUTS / KILLS);
            openUpTo(wanted + AHEAD);
            Process run = shell.start(directory, "exec " + LINE);
            while (run.isAlive() && recorded() < wanted) {
                LockSupport.parkNanos(100_000);
            }
            killed += run.isAlive() ? 1 : 0;
            run.destroyForcibly().waitFor();
            assertThat(began(ran)).doesNotContainAnyElementsOf(acknowledged.isEmpty() ? Set.of("") : acknowledged);
            // Each command has a line in the log and then one in the journal.
            lines("log").stream()
                    .skip(Math.max(1, logged))
                    .limit(recorded() - recorded)
                    .map(line -> line.replaceFirst(".*echo out-(\\d+);.*", "$1"))
                    .forEach(acknowledged::add);
        }
        assertThat(killed).isGreaterThan(KILLS / 2);
        openUpTo(INPUTS);
        assertThat(shell.run(directory, LINE).code()).as(shell.err()).isZero();
        assertThat(recorded()).isEqualTo(INPUTS);
        assertThat(lines("ledger"))
                .containsAll(inputs.stream().map(each -> "ended " + each).toList());
        assertThat(shell.run(directory, "sluice logs --output all").out().lines())
                .containsExactlyElementsOf(
                        inputs.stream().map(each -> "out-" + each).toList());
        int ran = lines("ledger").size();
        assertThat(shell.run(directory, LINE).code()).as(shell.err()).isZero();
        assertThat(began(ran)).isEmpty();
    }

    /** Commands with later inputs wait. */
    private void openUpTo(long input) throws IOException {
        Path next = Files.writeString(directory.resolve("gate.new"), String.valueOf(input));
        Files.move(next, directory.resolve("gate"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** The commands that began behind this number of lines of the ledger. */
    private Set<String> began(int ran) throws IOException {
        return lines("ledger").stream()
                .skip(ran)
                .filter(line -> line.startsWith("began "))
                .map(line -> line.substring("began ".length()))
                .collect(Collectors.toSet());
    }

    /** Number of commands that the journal has; its first line is a header. */
    private long recorded() {
        return directory.resolve("log.journal").toFile().length() / JOURNAL_LINE_BYTES;
    }

    private List<String> lines(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path, StandardCharsets.ISO_8859_1) : List.of();
    }
}
