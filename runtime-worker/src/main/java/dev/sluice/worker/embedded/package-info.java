/** Workers inside the master's process. Start with {@link dev.sluice.worker.embedded.EmbeddedWorker}. */
@NullMarked
package dev.sluice.worker.embedded;

import org.jspecify.annotations.NullMarked;
