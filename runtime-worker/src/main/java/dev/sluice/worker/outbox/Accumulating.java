package dev.sluice.worker.outbox;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The value into which all slots of this worker accumulate the results of a cycle. Safe for any thread; its lock is
 * held while the application merges, and is taken before that of {@link ResultOutbox}, never after.
 */
public final class Accumulating {
    private final Hosted<Object, Object, Object> application;
    private final Accumulation<Object> accumulation;
    private @Nullable Object value;
    private int number = -1;

    public Accumulating(Hosted<Object, Object, Object> application, Accumulation<Object> accumulation) {
        this.application = application;
        this.accumulation = accumulation;
    }

    /**
     * Merges the value of a slot into the value of this number, if {@code counted} tells that its units still count.
     */
    synchronized void add(int to, Object ofSlot, BooleanSupplier counted) throws ApplicationException {
        Object before = number == to ? value : null;
        Object merged = before == null ? ofSlot : application.merge(accumulation, before, ofSlot);
        if (counted.getAsBoolean()) {
            number = to;
            value = merged;
        }
    }

    /** Passes the encoded value of this number to the taker and resets it; does nothing if there is none. */
    synchronized void take(int of, Consumer<Payload> taker) {
        Object taken = value;
        if (taken == null || number != of) {
            return;
        }
        PayloadEncoder encoder = new PayloadEncoder();
        try {
            encoder.writeSized(application.resultCodec(), taken);
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw e;
        }
        value = null;
        taker.accept(encoder.finish());
    }
}
