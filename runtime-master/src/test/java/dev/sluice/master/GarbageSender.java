package dev.sluice.master;

import dev.sluice.api.Accumulation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.List;

/** Sends results of its own units that have the right form and cannot be decoded. */
final class GarbageSender {
    private final Peer peer;
    private final boolean sum;
    private final boolean foreign;
    private long sequence;
    private int answered;

    GarbageSender(Peer peer, dev.sluice.api.Results<Long> mode) {
        this(peer, mode, false);
    }

    /** @param foreign whether it sends an accumulated value where none is expected */
    GarbageSender(Peer peer, dev.sluice.api.Results<Long> mode, boolean foreign) {
        this.peer = peer;
        this.sum = mode instanceof Accumulation;
        this.foreign = foreign && !sum;
    }

    boolean hasUnits() {
        return peer.has(Assign.class);
    }

    /** Units that it has. */
    long units() {
        return peer.received(Assign.class).stream().mapToLong(Assign::units).sum();
    }

    /** Sends a value of three bytes for each of its new units, or for all; a right one has eight. */
    void send() {
        List<Assign> assigns = peer.received(Assign.class);
        for (; answered < assigns.size(); answered++) {
            Assign assign = assigns.get(answered);
            AttemptRun run = assign.run();
            int units = Math.toIntExact(assign.units());
            ByteBuffer values = ByteBuffer.allocate(foreign ? 9 : 4 * (sum ? 1 : units));
            if (foreign) {
                values.put((byte) Long.BYTES).putLong(1);
            }
            while (values.hasRemaining()) {
                values.put(new byte[] {3, 1, 2, 3});
            }
            peer.send(new Results(
                    assign.cycle(),
                    ++sequence,
                    assign.sequence(),
                    1,
                    sum || foreign ? Results.Form.ACCUMULATED : Results.Form.EACH,
                    List.of(ResultRun.of(
                            run.attemptOf(assign.firstUnit()), run.nonce(), assign.firstUnit(), units, 1_000, 0)),
                    0,
                    RunAges.UNKNOWN,
                    Payload.wrap(values.flip())));
        }
    }

    /** Tells whether its session was ended for it. */
    boolean isRefused() {
        return peer.has(Problem.class) && peer.first(Problem.class).code() == ErrorCode.MALFORMED;
    }
}
