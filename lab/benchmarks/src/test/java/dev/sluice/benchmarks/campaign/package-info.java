/** Tests of the fault campaign, and a short campaign. */
@NullMarked
package dev.sluice.benchmarks.campaign;

import org.jspecify.annotations.NullMarked;
