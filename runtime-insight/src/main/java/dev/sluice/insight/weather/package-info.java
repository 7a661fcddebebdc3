/**
 * Measurements of hosts and links that finished and running runs have left. Start with
 * {@link dev.sluice.insight.weather.WeatherSource}.
 */
@NullMarked
package dev.sluice.insight.weather;

import org.jspecify.annotations.NullMarked;
