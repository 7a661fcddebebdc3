/** Tests of the executor that runs are compared with. */
@NullMarked
package dev.sluice.benchmarks.plain;

import org.jspecify.annotations.NullMarked;
