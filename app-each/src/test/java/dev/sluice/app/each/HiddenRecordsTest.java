package dev.sluice.app.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.OutputWriter;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.app.each.template.CommandTerms;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiddenRecordsTest {
    @TempDir
    Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static OutputSettings settings(Resume resume) {
        return new OutputSettings(false, "", "", "", "out.rec", resume, ResumeBy.COMMAND, "", 0);
    }

    private static CommandTemplate template(String... words) {
        return CommandTemplate.of(CommandTerms.of(
                List.of(words).stream().map(HiddenRecordsTest::bytes).toList()));
    }

    private CommandKeys keys(CommandTemplate template) throws IOException {
        return new CommandKeys(template, new FileHashes(ResumeBy.COMMAND, directory, List.of()));
    }

    /** Runs a command for each of these values, on the second slot. */
    private void run(CommandTemplate template, String... values) throws Exception {
        OutputSettings settings = settings(Resume.NONE);
        try (Journal journal = Journal.open(settings, directory);
                OutputWriter writer = OutputWriter.open(
                        settings,
                        new OutputContext(
                                OutputStream.nullOutputStream(),
                                OutputStream.nullOutputStream(),
                                directory,
                                List.of(),
                                (text, input, slot) -> bytes(text),
                                Optional.of(journal),
                                () -> values.length))) {
            for (int i = 0; i < values.length; i++) {
                Input input = new Input(i + 1, List.of(bytes(values[i])), Optional.empty());
                writer.accept(
                        i,
                        input,
                        outcome(template.shown(input, 2)),
                        keys(template).of(input));
            }
        }
    }

    private static Outcome outcome(byte[] command) {
        Blob nothing = Blob.of(bytes(""));
        return new Outcome(command, 0, 0, false, 2, "", 1, 0, 0, 0, false, nothing, nothing, List.of(), new byte[0]);
    }

    /** Resumes with these values; returns how many of them are to run. */
    private long resume(CommandTemplate template, String... values) throws Exception {
        try (InputSpool spool = new InputSpool(directory);
                Journal journal = Journal.open(settings(Resume.MISSING), directory)) {
            for (String value : values) {
                spool.add(List.of(bytes(value)));
            }
            spool.publish();
            spool.complete();
            PendingInputs pending = new PendingInputs(spool, keys(template), journal);
            pending.awaitAll();
            new HiddenRecords(directory.resolve("out.rec"), template).check(pending);
            return pending.count();
        }
    }

    @Test
    void shouldRefuseAnInputThatTakesTheNumberOfARecord() throws Exception {
        CommandTemplate template = template("echo", "{}");
        run(template, "a", "b", "c");
        assertThatThrownBy(() -> resume(template, "a", "x", "b", "c"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--output: " + directory.resolve("out.rec") + ": record 2 is that of input 3 now")
                .hasMessageContaining("'echo b'")
                .hasMessageContaining("add inputs at the end");
        assertThatThrownBy(() -> resume(template, "a", "a", "b", "c")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldTakeInputsAtTheEndAndInThePlaceOfOthers() throws Exception {
        CommandTemplate template = template("echo", "{}");
        run(template, "a", "b", "c");
        assertThat(resume(template, "a", "b", "c", "d", "e")).isEqualTo(2);
        assertThat(resume(template, "a", "x", "c")).as("b is wanted no more").isEqualTo(1);
        assertThat(resume(template, "b", "c")).as("nothing is written").isZero();
    }

    @Test
    void shouldTakeAnythingWhereTheNumberIsAPartOfTheCommand() throws Exception {
        CommandTemplate template = template("echo", "{#}", "{}");
        run(template, "a", "b", "c");
        assertThat(resume(template, "x", "a", "b", "c")).as("all run again").isEqualTo(4);
    }

    @Test
    void shouldNotCompareCommandsThatDependOnTheSlot() throws Exception {
        CommandTemplate template = template("echo", "{%}", "{}");
        run(template, "a", "b");
        assertThat(resume(template, "a", "b", "c")).isEqualTo(1);
    }
}
