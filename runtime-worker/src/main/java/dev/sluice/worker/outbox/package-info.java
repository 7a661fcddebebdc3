/**
 * Results that wait for their transfer or acknowledgement. Start with {@link dev.sluice.worker.outbox.ResultOutbox}.
 */
@NullMarked
package dev.sluice.worker.outbox;

import org.jspecify.annotations.NullMarked;
