package dev.sluice.insight.discover;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.topology.Probe;
import dev.sluice.model.topology.Reading;
import dev.sluice.model.topology.Transfer;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import org.jspecify.annotations.Nullable;

/** One transfer of a probe, from connecting its two ends to its reading. Confined to the loop. */
final class ProbeTransfer {
    final Transfer transfer;
    long number;

    /** True if the sender connects; false if that failed and the receiver connects. */
    boolean senderDials = true;

    /** True if both directions of connecting were tried. */
    boolean turned;

    boolean connected;
    long roundTripNanos;
    private @Nullable ProbeResult sent;
    private @Nullable ProbeResult received;
    private @Nullable Reading reading;

    ProbeTransfer(Transfer transfer) {
        this.transfer = transfer;
    }

    int dialer() {
        return senderDials ? transfer.from() : transfer.to();
    }

    int listener() {
        return senderDials ? transfer.to() : transfer.from();
    }

    void connected(ProbeReady ready) {
        connected = true;
        roundTripNanos = ready.roundTripNanos();
    }

    boolean over() {
        return reading != null;
    }

    Reading reading() {
        return reading == null ? Reading.failed(Reading.Outcome.BROKEN, 0) : reading;
    }

    /** Fails the transfer: its later results are ignored, but its sent bytes count. */
    void fail(Reading.Outcome how, long mostBytes) {
        if (reading == null) {
            reading = Reading.failed(how, sent != null ? sent.bytes() : connected ? mostBytes : 0);
        }
    }

    /** Records the result of one end. */
    void result(ProbeResult result, boolean bySender, Probe probe) {
        if (result.code() != ErrorCode.NONE) {
            fail(Reading.Outcome.BROKEN, probe.bytes());
            return;
        }
        if (bySender) {
            sent = result;
        } else {
            received = result;
        }
        if (sent != null && received != null && reading == null) {
            reading = read(sent, received, probe);
        }
    }

    private Reading read(ProbeResult sender, ProbeResult receiver, Probe probe) {
        boolean whole = receiver.windowNanos() >= probe.windowNanos() / 4; // of what is seen, half is told
        double rate = receiver.windowNanos() == 0 ? 0 : receiver.windowBytes() * 1e9 / receiver.windowNanos();
        boolean usedUp = sender.bytes() + probe.pieceBytes() > probe.bytes();
        if (!whole && usedUp) {
            double least = sender.bytes() * 1e9 / probe.sendNanos();
            return new Reading(Math.max(rate, least), sender.bytes(), roundTripNanos, Reading.Outcome.SHORT);
        }
        double slow = sender.bytes() * 1e9 / probe.sendNanos(); // hardly anything came: all of it counts
        return new Reading(rate == 0 ? slow : rate, sender.bytes(), roundTripNanos, Reading.Outcome.MEASURED);
    }
}
