/**
 * <<<<<<< HEAD Everything known of machines, applications and earlier runs; predictions and plans from it. Start
 * reading at {@link dev.sluice.insight.predict.Forecast}. ======= Knowledge of machines, applications and earlier runs;
 * predictions and plans from it. Start reading at {@link dev.sluice.insight.predict.Knowledge} and
 * {@link dev.sluice.insight.predict.RunTimeForecast}. >>>>>>> e66652214a973d9601aa6ef5af8d6edb9b751db0
 */
@NullMarked
package dev.sluice.insight;

import org.jspecify.annotations.NullMarked;
