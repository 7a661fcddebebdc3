package dev.sluice.net.runfile;

import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import dev.sluice.testing.Mutants;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Run files that were damaged. */
class HostileRunFilesTest {
    @TempDir
    Path directory;

    @Test
    void shouldNameFileAndLineOfADamagedRunFile(TestReporter reporter) throws Exception {
        RunFile whole = new RunFile(
                new RunId("run-1"),
                List.of(InetSocketAddress.createUnresolved("10.0.0.1", 7_000)),
                null,
                "ab".repeat(32),
                Role.OPERATOR,
                Secret.create(),
                false,
                new UnitNeeds(2, 1L << 30, 1));
        Path file = directory.resolve("private").resolve("worker.run");
        whole.write(file);
        Mutants mutants = new Mutants(
                "run file",
                NetException.class,
                Mutants.naming(
                        file.toString(),
                        ": (line [0-9]+|not whole|no line|longer|[a-z ]+:)| is no run file|:"
                                + " .*(bytes|digits|HOST:PORT)"));
        reporter.publishEntry(mutants.of(Files.readAllBytes(file), mutant -> {
            Mutants.write(file, mutant);
            RunFile.read(file);
        }));
    }
}
