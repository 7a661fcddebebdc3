/**
 * Starts worker processes and watches them: here, and on other hosts. A worker joins by itself; a launcher only starts
 * {@code sluice-worker.jar join} somewhere, hands it the run file, and says how that went. Knows neither commands nor
 * the master. Start reading at {@link dev.sluice.launch.Launcher}.
 */
@NullMarked
package dev.sluice.launch;

import org.jspecify.annotations.NullMarked;
