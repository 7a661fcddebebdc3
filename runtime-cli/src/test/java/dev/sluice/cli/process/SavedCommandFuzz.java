package dev.sluice.cli.process;

import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.testing.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The saved command of a run. */
public final class SavedCommandFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.ofFile(
            "journal/command.json", file -> SavedCommand.read(file.getParent().getParent()), SluiceException.class);

    private SavedCommandFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        ApplicationInfo info =
                new ApplicationInfo(List.of(new JarInfo("app.jar", "ab".repeat(32), 10)), "App", List.of());
        Path run = FuzzTarget.temporary();
        SavedCommand.here(new RunId("app-1"), List.of("run", "app.jar"), info).write(run);
        try {
            return List.of(Files.readAllBytes(SavedCommand.journal(run).resolve("command.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
