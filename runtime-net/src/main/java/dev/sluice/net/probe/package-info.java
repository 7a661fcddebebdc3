/**
 * Transfers whose only purpose is to be timed. Start reading at {@link dev.sluice.net.probe.ProbeStation}, one
 * machine's part in them; {@code ProbeEnd} is one end of one transfer, {@code Window} its counter.
 */
@NullMarked
package dev.sluice.net.probe;

import org.jspecify.annotations.NullMarked;
