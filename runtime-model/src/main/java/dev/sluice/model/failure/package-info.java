/**
 * Conclusions from failed units: about the host on which they failed, and about the run. Start reading at
 * {@link dev.sluice.model.failure.BadHosts}.
 */
@NullMarked
package dev.sluice.model.failure;

import org.jspecify.annotations.NullMarked;
