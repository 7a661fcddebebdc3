/**
 * Starts worker processes and watches them, here and on other hosts. A worker joins by itself: a launcher only starts
 * {@code sluice-worker.jar join}, passes it the run file, and reports the outcome. It depends on neither the commands
 * nor the master. Start reading at {@link dev.sluice.launch.Launcher}.
 */
@NullMarked
package dev.sluice.launch;

import org.jspecify.annotations.NullMarked;
