package dev.sluice.benchmarks.harness;

import java.nio.file.Path;

/**
 * The files and directories of the benchmarks.
 *
 * @param script ./sluice of the checkout
 * @param masterJar the packaged command
 * @param workerJar the packaged worker, for hosts of the test network
 * @param applicationsJar the applications of this module
 * @param emulatorJar the performance emulator
 * @param lab the directory of the test network, lab/network
 * @param logs directory for the output and figures of programs
 * @param pictures directory for flame graphs and other pictures
 */
public record Places(
        Path script,
        Path masterJar,
        Path workerJar,
        Path applicationsJar,
        Path emulatorJar,
        Path lab,
        Path logs,
        Path pictures) {}
