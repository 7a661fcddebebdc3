package dev.sluice.app.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.RefusedLogException;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.app.each.template.CommandTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierLogTest {
    private static final String HEADER = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n";

    @TempDir
    Path directory;

    private final List<String> news = new ArrayList<>();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(int number, int exit, String command) {
        return number + "\t:\t1795881036.957\t     0.007\t0\t4\t" + exit + "\t0\t" + command + "\n";
    }

    /** The values that run: those of {@code echo {}} that the log does not know. */
    private List<String> left(Resume resume, String results, String... values) throws Exception {
        OutputSettings settings = new OutputSettings(false, "", "log", results, "", resume, ResumeBy.COMMAND, "", 0);
        CommandTemplate template = CommandTemplate.of(CommandTerms.of(List.of(bytes("echo"), bytes("{}"))));
        CommandKeys keys = new CommandKeys(template, new FileHashes(ResumeBy.COMMAND, directory, List.of()));
        try (InputSpool spool = new InputSpool(directory);
                Journal journal = Journal.open(settings, directory)) {
            for (String value : values) {
                spool.add(List.of(bytes(value)));
            }
            spool.publish();
            spool.complete();
            assertThat(journal.resumesWithout()).isTrue();
            EarlierLog.adopt(
                    settings, directory, settings.outputBefore(directory), spool, keys, template, journal, news::add);
            PendingInputs pending = new PendingInputs(spool, keys, journal);
            pending.awaitAll();
            List<String> left = new ArrayList<>();
            for (long i = 0; i < pending.count(); i++) {
                left.add(new String(pending.get(i).values().get(0), StandardCharsets.UTF_8));
            }
            return left;
        }
    }

    private void log(String... lines) throws IOException {
        Files.writeString(directory.resolve("log"), HEADER + String.join("", lines));
    }

    @Test
    void shouldFindTheCommandsOfGnuParallelByTheirText() throws Exception {
        log(line(1, 0, "echo a\\ b"), line(2, 0, "echo c"), line(3, 0, "echo d\\'e"), line(4, 0, "echo gone"));
        assertThat(left(Resume.MISSING, "", "z", "c", "a b", "d'e", "c")).containsExactly("z", "c");
        assertThat(news).containsExactly("--resume: log has no journal; 3 of its 4 commands are commands of this run");
    }

    @Test
    void shouldTellFailedCommandsOfALogByTheirLastLine() throws Exception {
        log(line(1, 1, "echo a"), line(2, 1, "echo b"), line(3, 0, "echo c"), line(1, 0, "echo a"));
        assertThat(left(Resume.UNSUCCESSFUL, "", "a", "b", "c", "d")).containsExactly("b", "d");
        Files.delete(directory.resolve("log.journal"));
        assertThat(left(Resume.FAILED, "", "a", "b", "c", "d")).containsExactly("b");
    }

    @Test
    void shouldSayThatThereIsNoEarlierRun() throws Exception {
        assertThat(left(Resume.MISSING, "", "a")).containsExactly("a");
        assertThat(news).singleElement().asString().startsWith("--resume: ").endsWith(" is new: all commands run");
    }

    @Test
    void shouldRefuseOutputOfWhichNothingTellsTheCommands() throws Exception {
        Files.createDirectories(directory.resolve("kept").resolve("1"));
        assertThatThrownBy(() -> left(Resume.MISSING, "kept", "a"))
                .isInstanceOf(RefusedLogException.class)
                .hasMessageContaining("--resume: kept: output without the journal of its run");
        assertThatThrownBy(() -> left(Resume.FAILED, "", "a")).hasMessageContaining("--retry-failed: ");
    }

    @Test
    void shouldCompareCommandsWithoutTheirQuotes() {
        assertThat(Stream.of("echo 'a b'", "echo a\\ b", "echo \"a b\"").map(each -> EarlierLog.unquoted(bytes(each))))
                .allMatch(EarlierLog.unquoted(bytes("echo a' 'b"))::equals);
        assertThat(EarlierLog.unquoted(bytes("echo a b"))).isNotEqualTo(EarlierLog.unquoted(bytes("echo 'a b'")));
    }
}
