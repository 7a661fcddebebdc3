/** The command {@code run}, and the wiring of a run. Start with {@link dev.sluice.cli.run.ClusterRun}. */
@NullMarked
package dev.sluice.cli.run;

import org.jspecify.annotations.NullMarked;
