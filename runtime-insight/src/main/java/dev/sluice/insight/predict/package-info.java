/**
 * Predictions of a run: partial execution, earlier runs, simulation. Start with
 * {@link dev.sluice.insight.predict.RunTimeForecast}.
 */
@NullMarked
package dev.sluice.insight.predict;

import org.jspecify.annotations.NullMarked;
