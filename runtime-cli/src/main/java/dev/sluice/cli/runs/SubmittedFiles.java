package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that a pool keeps of a submitted run: its standard output and standard error.
 *
 * @param directory of the run, which may be one that was not submitted
 */
public record SubmittedFiles(Path directory) {
    /** Standard output of the run's masters, one after the other. */
    Path output() {
        return directory.resolve("output");
    }

    /** Their standard error. */
    Path log() {
        return directory.resolve("log");
    }

    /** Tells whether the run was submitted to a pool. */
    boolean exist() {
        return Files.isRegularFile(output()) && Files.isRegularFile(log());
    }

    /** Refuses a run that was not submitted, because its output went to its terminal. */
    void demand(KnownRun run) {
        if (!exist()) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "run: " + Columns.printable(run.run()) + ": its output went where it was started (expected: a run"
                            + " of 'sluice submit', whose output the pool keeps)",
                    "See 'sluice report " + Columns.printable(run.run()) + "', and 'sluice top' while it runs.");
        }
    }

    /** Exists once a pool has ended a master of another version, which it then starts again. */
    public Path replaced() {
        return directory.resolve("private").resolve("replaced");
    }

    /** Tells whether the pool starts the run again although its master was interrupted. */
    boolean areReplaced() {
        return Files.exists(replaced()) && goOnInPool();
    }

    /**
     * Tells whether the pool counts the run as one that goes on, and so starts its master again when that dies. A list
     * that cannot be read counts as one without the run.
     */
    boolean goOnInPool() {
        try {
            Path real = directory.toRealPath();
            Path runs = real.getParent();
            Path pool = runs == null ? null : runs.getParent();
            Path list = pool == null ? null : pool.resolve("pool.json");
            return exist()
                    && list != null
                    && Files.isRegularFile(list)
                    && JsonTree.read(list).at("runs").elements().stream()
                            .anyMatch(run -> !run.at("over").truth()
                                    && Path.of(run.at("directory").text()).endsWith("runs/" + real.getFileName()));
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }
}
