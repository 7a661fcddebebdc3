/** Units that wait for a slot. Start with {@link dev.sluice.worker.queue.WorkQueue}. */
@NullMarked
package dev.sluice.worker.queue;

import org.jspecify.annotations.NullMarked;
