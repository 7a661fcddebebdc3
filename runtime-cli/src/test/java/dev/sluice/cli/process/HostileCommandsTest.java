package dev.sluice.cli.process;

import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.testing.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Saved commands of runs that were damaged. */
class HostileCommandsTest {
    @TempDir
    Path run;

    @Test
    void shouldNameFileAndFieldOfADamagedCommand(TestReporter reporter) throws Exception {
        ApplicationInfo info =
                new ApplicationInfo(List.of(new JarInfo("app.jar", "ab".repeat(32), 10)), "App", List.of());
        SavedCommand.here(new RunId("app-1"), List.of("run", "app.jar"), info).write(run);
        Path file = SavedCommand.journal(run).resolve("command.json");
        Mutants mutants = new Mutants(
                "command", SluiceException.class, Mutants.naming("command.json", Mutants.JSON + "|: .*bytes"));
        reporter.publishEntry(mutants.of(Files.readAllBytes(file), mutant -> {
            Mutants.write(file, mutant);
            SavedCommand.read(run);
        }));
    }
}
