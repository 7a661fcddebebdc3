/**
 * Measures what the journal of a run costs. Start reading at {@link dev.sluice.benchmarks.journal.JournalBenchmark}.
 */
@NullMarked
package dev.sluice.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
