package dev.sluice.launch;

import java.nio.file.Path;

/**
 * How a worker process ended.
 *
 * @param exitCode 128 and the number of the signal where one ended it
 * @param restarted another is started in its place
 * @param log what it printed
 */
public record LaunchEnd(long pid, int exitCode, boolean restarted, Path log) {}
