package dev.sluice.cli.config;

import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** A file of options. */
public final class ConfigurationFuzz {
    private static final ConfigKeys KEYS = ConfigKeys.of(new CommandLine(new ConfigurationTest.Root())
            .addSubcommand(new ConfigurationTest.Run())
            .getCommandSpec());

    private static final FuzzTarget TARGET =
            FuzzTarget.ofFile("config.yaml", ConfigurationFuzz::read, ConfigException.class);

    private ConfigurationFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(HostileConfigurationsTest.CONFIGURATION.getBytes(StandardCharsets.UTF_8));
    }

    private static void read(Path file) {
        Configuration.load(new ConfigPlaces(Map.of(), file.resolveSibling("none"), file), KEYS);
    }
}
