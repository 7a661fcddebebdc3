package dev.sluice.cli.process;

import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Mutants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The saved command of a run. */
public final class SavedCommandFuzz {
    private static final Path RUN = FuzzTarget.temporary();
    private static final Path FILE = SavedCommand.journal(RUN).resolve("command.json");
    private static final List<byte[]> SEEDS = commands();
    private static final FuzzTarget TARGET = FuzzTarget.of(SavedCommandFuzz::read, SluiceException.class);

    private SavedCommandFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return SEEDS;
    }

    /** Commands as a master saves them, and some that it would not. */
    private static List<byte[]> commands() {
        List<byte[]> all = new ArrayList<>();
        all.add(saved(List.of("run", "app.jar"), 1));
        all.add(saved(List.of(), 0));
        all.add(saved(List.of("run", "-c", "", "a b", "\"quoted\" \\ 'words'", "tab\tline\nbell\u0007", "ü𝄞€"), 3));
        all.add(saved(IntStream.range(0, 200).mapToObj(i -> "--word=" + i).toList(), 40));
        String whole = new String(all.get(0), StandardCharsets.UTF_8);
        all.add(bytes(whole.replace("\"words\"", "\"words\" : [1, null, {}], \"words\"")));
        all.add(bytes(whole.replace("\"run\"", "\"run\" : 1e400, \"run\"")));
        all.add(bytes(whole.replace("\"files\"", "\"files\" : {\"name\" : []}, \"other\"")));
        all.add(bytes(whole.replace("\"directory\"", "\"directory\" : \"\\u0000\", \"other\"")));
        all.add(bytes("[".repeat(200) + whole + "]".repeat(200)));
        all.add(bytes("\uFEFF" + whole + whole));
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A saved command. The file stays, because one with other permissions would be refused unread. */
    private static byte[] saved(List<String> words, int jars) {
        List<JarInfo> infos = IntStream.range(0, jars)
                .mapToObj(i -> new JarInfo("lib/app-" + i + ".jar", "ab".repeat(32), i))
                .toList();
        ApplicationInfo info = new ApplicationInfo(infos, "org.example.App$Inner", List.of());
        SavedCommand.here(new RunId("app-1"), words, info).write(RUN);
        SavedCommand.read(RUN);
        try {
            return Files.readAllBytes(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(byte[] input) throws IOException {
        Mutants.write(FILE, input);
        SavedCommand.read(RUN);
    }
}
