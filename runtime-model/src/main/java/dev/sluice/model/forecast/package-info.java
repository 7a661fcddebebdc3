/**
 * Forecasts of repeated measurements by the method of the Network Weather Service (Wolski 1998): a bank of simple
 * predictors, of which the one with the least error so far is used. Pure: values and their times are arguments. Start
 * reading at {@link dev.sluice.model.forecast.Forecaster}, then {@code Bank}.
 */
@NullMarked
package dev.sluice.model.forecast;

import org.jspecify.annotations.NullMarked;
