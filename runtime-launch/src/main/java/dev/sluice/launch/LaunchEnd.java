package dev.sluice.launch;

import java.nio.file.Path;

/**
 * The end of a worker process.
 *
 * @param exitCode 128 and the number of the signal if one ended it
 * @param restarted whether another is started in its place
 * @param log its output
 * @param story the known reason: a sentence without its subject
 */
public record LaunchEnd(long pid, int exitCode, boolean restarted, Path log, String story) {
    public LaunchEnd(long pid, int exitCode, boolean restarted, Path log) {
        this(pid, exitCode, restarted, log, "ended with exit code " + exitCode);
    }
}
