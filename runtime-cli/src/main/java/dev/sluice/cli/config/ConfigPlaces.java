package dev.sluice.cli.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The places of configuration.
 *
 * @param environment of the process
 * @param directory the working directory, absolute
 * @param userFile the user's file, there or not
 */
public record ConfigPlaces(Map<String, String> environment, Path directory, Path userFile) {
    /** Name of a project's file. */
    public static final String PROJECT_FILE = "sluice.yaml";

    public ConfigPlaces {
        environment = Map.copyOf(environment);
    }

    /** The places of this process. */
    public static ConfigPlaces ofProcess() {
        Map<String, String> environment = System.getenv();
        String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path base = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(xdg);
        return new ConfigPlaces(
                environment,
                Path.of("").toAbsolutePath(),
                base.resolve("sluice").resolve("config.yaml"));
    }

    /** Tells whether anything may be configured: a file, or a variable that could be a key. */
    boolean hold() {
        return projectFile().isPresent()
                || Files.exists(userFile)
                || environment.keySet().stream().anyMatch(variable -> variable.startsWith("SLUICE_"));
    }

    /** The project's file, where there is one. */
    Optional<Path> projectFile() {
        for (Path each = directory; each != null; each = each.getParent()) {
            Path file = each.resolve(PROJECT_FILE);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** A file as it is shown: relative to the working directory where it is in it. */
    String shown(Path file) {
        return file.startsWith(directory) ? directory.relativize(file).toString() : file.toString();
    }
}
