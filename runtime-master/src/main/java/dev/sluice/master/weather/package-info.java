/**
 * Measurements of hosts and links in a run. Start reading at {@link dev.sluice.master.weather.HostStation}, which the
 * master has for each worker; {@link dev.sluice.master.weather.Weather} is the whole at one time, as commands show it.
 */
@NullMarked
package dev.sluice.master.weather;

import org.jspecify.annotations.NullMarked;
