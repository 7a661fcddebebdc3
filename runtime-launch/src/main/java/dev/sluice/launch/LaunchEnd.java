package dev.sluice.launch;

import java.nio.file.Path;

/**
 * How a worker process ended.
 *
 * @param exitCode 128 and the number of the signal where one ended it
 * @param restarted another is started in its place
 * @param log what it printed
 * @param story what is known of the end: a sentence without its subject
 */
public record LaunchEnd(long pid, int exitCode, boolean restarted, Path log, String story) {
    public LaunchEnd(long pid, int exitCode, boolean restarted, Path log) {
        this(pid, exitCode, restarted, log, "ended with exit code " + exitCode);
    }
}
