/**
 * Prediction of a run by executing a few of its units (Mizutani, Ino and Hagihara 2005): which units, what the others
 * take, how sure that is, and what a message costs. Start reading at {@link dev.sluice.model.predict.PredictedCycle}.
 */
@NullMarked
package dev.sluice.model.predict;

import org.jspecify.annotations.NullMarked;
