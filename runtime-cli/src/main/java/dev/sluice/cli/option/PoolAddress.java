package dev.sluice.cli.option;

import dev.sluice.insight.history.StateDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a pool, and the role in which it is asked.
 *
 * @param directory of the pool, which may not exist
 * @param role ADMIN, SUBMIT or READ; null: the most powerful one whose file this user can read
 */
public record PoolAddress(Path directory, @Nullable Role role) {
    /** The directory of a pool: as told, as {@code SLUICE_POOL} says, or the user's own. It may not exist. */
    public static Path directory(@Nullable Path told) {
        if (told != null) {
            return told.toAbsolutePath().normalize();
        }
        String named = System.getenv().getOrDefault("SLUICE_POOL", "");
        return named.isEmpty()
                ? StateDirectory.of(System.getenv()).resolve("pool").toAbsolutePath()
                : Path.of(named).toAbsolutePath().normalize();
    }

    /** The file with which a role connects to the pool in this directory. */
    public static Path file(Path directory, Role role) {
        return directory.resolve("private").resolve(role.text() + ".run");
    }

    /**
     * Reads how to connect to the pool.
     *
     * @throws SluiceException NO_POOL if none was started there, or it has no file for the role
     */
    public RunFile read() {
        for (Role each : role == null ? Role.POOL_CLIENTS : List.of(role)) {
            Path file = file(directory, each);
            if (Files.exists(file) && (role != null || Files.isReadable(file))) {
                return RunFile.read(file);
            }
        }
        throw new SluiceException(
                ErrorCode.NO_POOL,
                "pool: none is in " + directory
                        + (role == null ? "" : " for the role " + role.text())
                        + " (expected: a running one)");
    }
}
