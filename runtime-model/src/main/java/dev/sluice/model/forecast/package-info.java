/**
 * Forecasts of what is measured again and again, by the method of the Network Weather Service (Wolski 1998): a bank of
 * simple predictors, of which the one that has been off least so far is believed. Pure: values and their times are
 * handed in. Start reading at {@link dev.sluice.model.forecast.Forecaster}, then {@code Bank}.
 */
@NullMarked
package dev.sluice.model.forecast;

import org.jspecify.annotations.NullMarked;
