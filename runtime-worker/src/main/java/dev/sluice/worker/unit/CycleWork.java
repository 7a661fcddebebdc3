package dev.sluice.worker.unit;

import dev.sluice.api.Codec;
import dev.sluice.net.payload.Payload;
import org.jspecify.annotations.Nullable;

/**
 * One cycle at this worker: its number and its setup. The setup arrives encoded; the first slot that needs it decodes
 * it, and all share it. Units may be queued before that. Safe for any thread.
 */
public final class CycleWork {
    private final int number;
    private boolean keepsEncoded;
    private @Nullable Payload encoded;
    private boolean decoded;
    private @Nullable Object setup;
    private @Nullable Throwable failure;
    private volatile boolean ended;

    /**
     * Takes the payload over.
     *
     * @param keepsEncoded whether the encoded setup may be needed for other processes
     */
    public CycleWork(int number, Payload encoded, boolean keepsEncoded) {
        this.number = number;
        this.keepsEncoded = keepsEncoded;
        this.encoded = encoded;
    }

    public int number() {
        return number;
    }

    /**
     * Releases the encoded setup once it is decoded, because no other process needs it. Called before the first slot.
     */
    public synchronized void keepNoEncoded() {
        keepsEncoded = false;
    }

    /**
     * The setup, decoded once; other threads wait for the decoding.
     *
     * @throws Throwable the exception of the decoding, each time again
     */
    @SuppressWarnings("unchecked")
    public synchronized <S> @Nullable S setup(Codec<S> codec) throws Throwable {
        if (encoded != null && !decoded && !ended) {
            Payload bytes = encoded;
            decoded = true;
            try {
                setup = bytes.decoder().readAll(codec);
            } catch (Throwable e) {
                failure = e;
            } finally {
                if (!keepsEncoded) {
                    encoded = null;
                    bytes.release();
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return (S) setup;
    }

    /** The encoded setup, which the caller releases; null if the cycle has ended. */
    public synchronized @Nullable Payload encoded() {
        return ended || encoded == null ? null : encoded.retain();
    }

    /** Forgets the setup. A slot that is computing with it keeps it until the unit ends. */
    public synchronized void end() {
        ended = true;
        setup = null;
        failure = null;
        if (encoded != null) {
            encoded.release();
            encoded = null;
        }
    }
}
