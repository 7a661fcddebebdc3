package dev.sluice.cli.config;

import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Files of configuration that were damaged. */
class HostileConfigurationsTest {
    static final String CONFIGURATION =
            "# ours\nrun:\n  policy: GSS\n  local: 2\n  json: true\n  worker-java-options: [-Xmx1g, -ea]\n";

    @TempDir
    Path directory;

    @Test
    void shouldNameFileAndLineOfADamagedConfiguration(TestReporter reporter) {
        CommandLine line = new CommandLine(new ConfigurationTest.Root()).addSubcommand(new ConfigurationTest.Run());
        ConfigKeys keys = ConfigKeys.of(line.getCommandSpec());
        Path file = directory.resolve("config.yaml");
        ConfigPlaces places = new ConfigPlaces(Map.of(), directory.resolve("none"), file);
        Mutants mutants =
                new Mutants("configuration", ConfigException.class, Mutants.naming("config.yaml", ":[0-9]+: "));
        reporter.publishEntry(mutants.of(CONFIGURATION.getBytes(StandardCharsets.UTF_8), mutant -> {
            Mutants.write(file, mutant);
            Configuration.load(places, keys);
        }));
    }
}
