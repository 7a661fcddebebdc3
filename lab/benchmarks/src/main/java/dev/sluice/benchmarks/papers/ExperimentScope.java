package dev.sluice.benchmarks.papers;

import java.nio.file.Path;

/**
 * How much of an experiment to do.
 *
 * @param quick a smaller experiment with the same claims: a few seconds
 * @param lab directory of the test network's views and load files
 */
record ExperimentScope(boolean quick, Path lab) {}
