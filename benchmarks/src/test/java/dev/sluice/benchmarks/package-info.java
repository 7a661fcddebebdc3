/** Tests of the measuring. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
