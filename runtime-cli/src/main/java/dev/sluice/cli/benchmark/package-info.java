/** The command {@code hosts benchmark}. Start with {@link dev.sluice.cli.benchmark.BenchmarkCommand}. */
@NullMarked
package dev.sluice.cli.benchmark;

import org.jspecify.annotations.NullMarked;
