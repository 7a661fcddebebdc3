package dev.sluice.cli.option;

import dev.sluice.insight.history.StateDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The place of a pool: its directory, as told, as {@code SLUICE_POOL} says, or the user's own. */
public final class PoolAddress {
    private PoolAddress() {}

    /** The directory of the pool, which may not exist. */
    public static Path directory(@Nullable Path told) {
        if (told != null) {
            return told.toAbsolutePath().normalize();
        }
        String named = System.getenv().getOrDefault("SLUICE_POOL", "");
        return named.isEmpty()
                ? StateDirectory.of(System.getenv()).resolve("pool").toAbsolutePath()
                : Path.of(named).toAbsolutePath().normalize();
    }

    /** The file with which commands and masters connect to the pool. */
    public static Path operatorFile(Path directory) {
        return directory.resolve("private").resolve("operator.run");
    }

    /**
     * Reads how to connect to the pool in this directory.
     *
     * @throws SluiceException NO_POOL if none was started there
     */
    public static RunFile read(Path directory) {
        Path file = operatorFile(directory);
        if (!Files.exists(file)) {
            throw new SluiceException(
                    ErrorCode.NO_POOL, "pool: none is in " + directory + " (expected: a running one)");
        }
        return RunFile.read(file);
    }
}
