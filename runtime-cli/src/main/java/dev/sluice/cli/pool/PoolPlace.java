package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetSite;
import dev.sluice.cli.option.PoolAddress;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.runfile.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The files of a pool. Only its owner may enter the directory. */
record PoolPlace(Path directory) {
    /** Makes the directory if it is missing. */
    void create() {
        try {
            Files.createDirectories(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            Files.createDirectories(runs());
            Files.createDirectories(directory.resolve("logs"));
        } catch (IOException | UnsupportedOperationException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "--pool-dir: " + directory + ": " + FileTrouble.said(e) + " (expected: a directory of yours)",
                    e);
        }
    }

    /** The file with which commands and masters of this role connect. */
    Path clientFile(Role role) {
        return PoolAddress.file(directory, role);
    }

    /** The file with which agents join. */
    Path agentFile() {
        return directory.resolve("private").resolve("agent.run");
    }

    /** The pool as its fleet sees it. */
    FleetSite fleetSite(RunId pool) {
        return new FleetSite(
                pool,
                directory.toAbsolutePath().normalize(),
                agentFile().toAbsolutePath().normalize());
    }

    /** Key and secrets, with which a pool that is started again is the same pool. */
    Path identity() {
        return directory.resolve("private").resolve("identity");
    }

    /** The token with which metrics are read. It stays the same from start to start. */
    Path metricsToken() {
        return directory.resolve("private").resolve("metrics.token");
    }

    Path socket() {
        return directory.resolve("pool.sock");
    }

    /** Its hosts and runs. */
    Path state() {
        return directory.resolve("pool.json");
    }

    /** The lines that the pool writes. */
    Path log() {
        return directory.resolve("pool.log");
    }

    /** Locked as long as the pool's process lives. */
    Path lock() {
        return directory.resolve("lock");
    }

    /** The directories of submitted runs. */
    Path runs() {
        return directory.resolve("runs");
    }
}
