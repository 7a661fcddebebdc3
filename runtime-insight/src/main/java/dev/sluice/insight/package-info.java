/**
 * Knowledge of machines, applications and earlier runs; predictions and plans from it. Start reading at
 * {@link dev.sluice.insight.predict.Knowledge} and {@link dev.sluice.insight.predict.RunTimeForecast}.
 */
@NullMarked
package dev.sluice.insight;

import org.jspecify.annotations.NullMarked;
