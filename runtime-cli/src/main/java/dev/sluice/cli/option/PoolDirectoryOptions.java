package dev.sluice.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which pool a command is about. */
public final class PoolDirectoryOptions {
    @Option(
            names = "--pool-dir",
            paramLabel = "DIR",
            description = "directory of the pool (default: $SLUICE_POOL, else sluice/pool in your state directory)")
    private @Nullable Path directory;

    /** The directory, which may not exist. */
    public Path directory() {
        return PoolAddress.directory(directory);
    }
}
