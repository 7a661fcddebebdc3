package dev.sluice.benchmarks.harness;

import java.nio.file.Path;

/**
 * Where things are.
 *
 * @param masterJar the packaged command
 * @param workerJar the packaged worker, for hosts of the test network
 * @param applicationsJar the applications of this module
 * @param emulatorJar the performance emulator
 * @param lab the directory of the test network, deploy/lab
 * @param logs where programs leave their output and figures
 */
public record Places(Path masterJar, Path workerJar, Path applicationsJar, Path emulatorJar, Path lab, Path logs) {}
