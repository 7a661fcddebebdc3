/** The command {@code hosts weather}. Start with {@link dev.sluice.cli.weather.WeatherCommand}. */
@NullMarked
package dev.sluice.cli.weather;

import org.jspecify.annotations.NullMarked;
