package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How much of an experiment to do, and with what.
 *
 * @param quick a smaller experiment with the same claims: a few seconds
 * @param lab directory of the test network's views and load files
 * @param programs for real runs in a test network; null to simulate only
 */
record ExperimentScope(boolean quick, Path lab, @Nullable Programs programs) {}
