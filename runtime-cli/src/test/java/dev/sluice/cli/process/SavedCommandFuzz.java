package dev.sluice.cli.process;

import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Mutants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The saved command of a run. */
public final class SavedCommandFuzz {
    private static final Path RUN = FuzzTarget.temporary();
    private static final Path FILE = SavedCommand.journal(RUN).resolve("command.json");
    private static final byte[] WHOLE = whole();
    private static final FuzzTarget TARGET = FuzzTarget.of(SavedCommandFuzz::read, SluiceException.class);

    private SavedCommandFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(WHOLE);
    }

    /** A saved command. The file stays, because one with other permissions would be refused unread. */
    private static byte[] whole() {
        ApplicationInfo info =
                new ApplicationInfo(List.of(new JarInfo("app.jar", "ab".repeat(32), 10)), "App", List.of());
        SavedCommand.here(new RunId("app-1"), List.of("run", "app.jar"), info).write(RUN);
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
