package dev.sluice.cli.pool;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** States of a pool that were damaged. */
class HostilePoolStatesTest {
    @TempDir
    Path directory;

    @Test
    void shouldNameFileAndFieldOfADamagedState(TestReporter reporter) throws Exception {
        Path file = directory.resolve("pool.json");
        PoolStore store = PoolStore.open(file);
        store.hosts(List.of("--host", "node1"));
        store.add(new SubmittedRun(directory.resolve("r"), directory, List.of("run", "app.jar"), false));
        store.fleet(List.of("17", "18"));
        Mutants mutants = new Mutants("pool", SluiceException.class, Mutants.naming(file.toString(), Mutants.JSON));
        reporter.publishEntry(mutants.of(Files.readAllBytes(file), mutant -> {
            Mutants.write(file, mutant);
            PoolStore.open(file);
        }));
    }
}
