package dev.sluice.view;

import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of loads and losses that were damaged. */
class HostileScriptsTest {
    @TempDir
    Path directory;

    /** Steps of every kind. */
    static String script(World machines) {
        String host = machines.view().hosts().get(1).name();
        String link = machines.view().links().get(0).name();
        return "# two\n10s lose " + host + "\n12s join " + host + "\n1.5s load " + host + " 0.5\n2s load * 1\n"
                + "3s link " + link + " 10Mbit/s 5MB/s\n4s policy GSS weights planned prefetch 3\n";
    }

    @Test
    void shouldNameFileAndLineOfADamagedScript(TestReporter reporter) {
        World machines = World.star(3, 2, Wire.UNLIMITED);
        Path file = directory.resolve("script.txt");
        Mutants mutants = new Mutants("script", SluiceException.class, Mutants.naming(file.toString(), ":[0-9]+: "));
        reporter.publishEntry(mutants.of(script(machines).getBytes(StandardCharsets.UTF_8), mutant -> {
            Mutants.write(file, mutant);
            new ScriptText(machines).parse(file.toString());
        }));
    }
}
