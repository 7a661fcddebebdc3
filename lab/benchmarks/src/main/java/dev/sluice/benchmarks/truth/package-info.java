/**
 * Compares what plans predict with what runs take, on networks, hosts and applications drawn by seed. Start reading at
 * {@link dev.sluice.benchmarks.truth.TruthBenchmark}, then {@link dev.sluice.benchmarks.truth.TruthDraw}.
 */
@NullMarked
package dev.sluice.benchmarks.truth;

import org.jspecify.annotations.NullMarked;
