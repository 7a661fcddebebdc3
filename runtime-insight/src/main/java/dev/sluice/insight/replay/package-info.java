/** Runs that were, for the simulator. Start reading at {@link dev.sluice.insight.replay.RecordedRun}. */
@NullMarked
package dev.sluice.insight.replay;

import org.jspecify.annotations.NullMarked;
