/** The same applications in one JVM with an executor: what there is to lose by distributing. */
@NullMarked
package dev.sluice.benchmarks.plain;

import org.jspecify.annotations.NullMarked;
