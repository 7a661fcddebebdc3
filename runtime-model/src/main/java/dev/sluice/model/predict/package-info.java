/**
 * Prediction of a run by executing a few of its units (Mizutani, Ino and Hagihara 2005): choice of units,
 * interpolation, confidence intervals, and costs of messages. Start reading at
 * {@link dev.sluice.model.predict.PredictedCycle}.
 */
@NullMarked
package dev.sluice.model.predict;

import org.jspecify.annotations.NullMarked;
