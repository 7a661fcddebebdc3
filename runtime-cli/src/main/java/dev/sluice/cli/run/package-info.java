/**
 * The commands {@code run} and {@code drain}, and the wiring of a run. Start with
 * {@link dev.sluice.cli.run.ClusterRun}.
 */
@NullMarked
package dev.sluice.cli.run;

import org.jspecify.annotations.NullMarked;
