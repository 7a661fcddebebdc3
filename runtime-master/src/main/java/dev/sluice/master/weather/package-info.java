/**
 * What is known of hosts and links in a run. Start reading at {@link dev.sluice.master.weather.HostStation}, which the
 * master has for each worker; {@link dev.sluice.master.weather.Weather} is all of it at one time, as commands show it.
 */
@NullMarked
package dev.sluice.master.weather;

import org.jspecify.annotations.NullMarked;
