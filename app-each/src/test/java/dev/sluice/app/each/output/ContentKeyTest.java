package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentKeyTest {
    @TempDir
    Path directory;

    private FileHashes files(ResumeBy by, Path... declared) throws IOException {
        return new FileHashes(by, directory, List.of(declared));
    }

    private static Command command(String... words) {
        return new Command(list(words), false, List.of(), Optional.empty(), List.of());
    }

    private static List<byte[]> list(String... words) {
        return Arrays.stream(words).map(EachSamples::bytes).toList();
    }

    private ContentKey key(Command command) throws IOException {
        return ContentKey.of(command, EachSamples.input(1, "v"), files(ResumeBy.COMMAND));
    }

    @Test
    void shouldTellCommandsApart() throws IOException {
        Optional<Blob> block = Optional.of(Blob.of(EachSamples.bytes("block")));
        Optional<Blob> empty = Optional.of(Blob.of(EachSamples.bytes("")));
        List<Command> commands = List.of(
                command("a", "bc"),
                command("ab", "c"),
                command("abc"),
                new Command(list("abc"), true, List.of(), Optional.empty(), List.of()),
                new Command(list("abc"), false, list("X=1"), Optional.empty(), List.of()),
                new Command(list("abc"), false, list("X=2"), Optional.empty(), List.of()),
                new Command(list("abc"), false, List.of(), Optional.empty(), list("X=1")),
                new Command(list("abc"), false, List.of(), block, List.of()),
                new Command(list("abc"), false, List.of(), empty, List.of()));
        assertThat(commands.stream().map(this::unchecked).distinct()).hasSameSizeAs(commands);
        assertThat(key(command("a", "bc"))).isEqualTo(key(command("a", "bc")));
    }

    private ContentKey unchecked(Command command) {
        try {
            return key(command);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldNotDependOnThePlaceInTheList() throws IOException {
        Input other = EachSamples.input(77, "v");
        assertThat(ContentKey.of(command("a"), other, files(ResumeBy.COMMAND))).isEqualTo(key(command("a")));
    }

    @Test
    void shouldDependOnTheContentOfDeclaredFiles() throws IOException {
        Path model = Files.createDirectory(directory.resolve("model"));
        Files.writeString(model.resolve("weights"), "1");
        ContentKey before = ContentKey.of(command("a"), EachSamples.input(1), files(ResumeBy.COMMAND, model));
        Files.setLastModifiedTime(model.resolve("weights"), FileTime.fromMillis(12345));
        assertThat(ContentKey.of(command("a"), EachSamples.input(1), files(ResumeBy.COMMAND, model)))
                .isEqualTo(before);
        Files.writeString(model.resolve("weights"), "2");
        assertThat(ContentKey.of(command("a"), EachSamples.input(1), files(ResumeBy.COMMAND, model)))
                .isNotEqualTo(before);
    }

    @Test
    void shouldDependOnNamedFilesOnlyByContent() throws IOException {
        Files.writeString(directory.resolve("data"), "1");
        Command shell = new Command(list("wc data"), true, List.of(), Optional.empty(), List.of());
        Input named = EachSamples.input(1, "data");
        ContentKey byCommand = ContentKey.of(command("wc", "data"), named, files(ResumeBy.COMMAND));
        ContentKey byContent = ContentKey.of(command("wc", "data"), named, files(ResumeBy.CONTENT));
        ContentKey inShell = ContentKey.of(shell, named, files(ResumeBy.CONTENT));
        Files.writeString(directory.resolve("data"), "22");
        assertThat(ContentKey.of(command("wc", "data"), named, files(ResumeBy.COMMAND)))
                .isEqualTo(byCommand);
        assertThat(ContentKey.of(command("wc", "data"), named, files(ResumeBy.CONTENT)))
                .isNotEqualTo(byContent);
        assertThat(ContentKey.of(shell, named, files(ResumeBy.CONTENT))).isNotEqualTo(inShell);
    }

    @Test
    void shouldTakeWordsThatNameNoFile() throws IOException {
        Command odd = command("", "/", ".", "..", "a\0b", "no such file", "/no/such", directory.toString());
        FileHashes files = files(ResumeBy.CONTENT);
        assertThat(ContentKey.of(odd, EachSamples.input(1), files))
                .isEqualTo(ContentKey.of(odd, EachSamples.input(2), files));
    }

    @Test
    void shouldReadAFileOnceAsLongAsItStaysTheSame() throws IOException {
        Path data = Files.writeString(directory.resolve("data"), "1");
        FileTime time = Files.getLastModifiedTime(data);
        FileHashes files = files(ResumeBy.CONTENT);
        byte[] hash = files.named(EachSamples.bytes("data"));
        Files.writeString(data, "2");
        Files.setLastModifiedTime(data, time);
        assertThat(files.named(EachSamples.bytes("data"))).isEqualTo(hash);
        Files.setLastModifiedTime(data, FileTime.fromMillis(time.toMillis() + 5000));
        assertThat(files.named(EachSamples.bytes(data.toString()))).isNotEqualTo(hash);
    }
}
