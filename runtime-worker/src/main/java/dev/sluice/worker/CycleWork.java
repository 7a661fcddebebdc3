package dev.sluice.worker;

import dev.sluice.api.Codec;
import dev.sluice.net.Payload;
import org.jspecify.annotations.Nullable;

/**
 * One cycle at this worker: its number and its setup, which arrives encoded, is decoded by the first slot that needs it
 * and shared by all. Units may be queued before that. Safe for any thread.
 */
final class CycleWork {
    private final int number;
    private @Nullable Payload encoded;
    private @Nullable Object setup;
    private @Nullable Throwable failure;
    private volatile boolean ended;

    /** Takes the payload over. */
    CycleWork(int number, Payload encoded) {
        this.number = number;
        this.encoded = encoded;
    }

    int number() {
        return number;
    }

    /** Whether results of this cycle are of no use any more. */
    boolean ended() {
        return ended;
    }

    /**
     * The setup, decoded once; others wait meanwhile.
     *
     * @throws Throwable whatever decoding threw, each time again
     */
    @SuppressWarnings("unchecked")
    synchronized <S> @Nullable S setup(Codec<S> codec) throws Throwable {
        if (encoded != null && !ended) {
            Payload bytes = encoded;
            encoded = null;
            try {
                setup = bytes.decoder().readAll(codec);
            } catch (Throwable e) {
                failure = e;
            } finally {
                bytes.release();
            }
        }
        if (failure != null) {
            throw failure;
        }
        return (S) setup;
    }

    /** Forgets the setup. A slot that computes with it keeps it until it is done. */
    synchronized void end() {
        ended = true;
        setup = null;
        failure = null;
        if (encoded != null) {
            encoded.release();
            encoded = null;
        }
    }
}
