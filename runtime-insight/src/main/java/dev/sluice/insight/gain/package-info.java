/**
 * Changes of a run and their effects, by the model with the run's own measurements. Start reading at
 * {@link dev.sluice.insight.gain.RunGains}.
 */
@NullMarked
package dev.sluice.insight.gain;

import org.jspecify.annotations.NullMarked;
