/** The live page of a run with a thousand workers, without the run. */
@NullMarked
package dev.sluice.benchmarks.page;

import org.jspecify.annotations.NullMarked;
