package dev.sluice.api;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The parts of a {@link ResidentApplication} that are in this process. The thread that computes a part owns it: it
 * takes the part out, and puts it back after the step, so that a unit that is computed twice finds nothing the second
 * time. A part that is not put back is lost here. Any thread.
 */
final class ResidentParts<P> {
    /** A part before this step. Two of them are never equal, so that only one thread removes one. */
    private static final class Held<P> {
        final int step;
        final P value;

        Held(int step, P value) {
            this.step = step;
            this.value = value;
        }
    }

    /** Names the copy of a part before this step. */
    private record Copy(int part, int step) {}

    private final Map<Integer, Held<P>> held = new ConcurrentHashMap<>();
    /** Encoded parts. The run may go back to the older of two copies as long as some part lacks the newer one. */
    private final Map<Copy, byte[]> copies = new ConcurrentHashMap<>();

    /** Takes the part that this unit computes; empty if it is not here. */
    Optional<P> take(ResidentSteps.Turn turn, Codec<P> codec) {
        if (turn.step() == turn.start()) { // parts of earlier steps were computed elsewhere since
            held.values().removeIf(each -> each.step < turn.start());
            copies.keySet().removeIf(each -> each.step() < turn.start());
        }
        Held<P> here = held.get(turn.part());
        if (here != null && here.step == turn.step() && held.remove(turn.part(), here)) {
            return Optional.of(here.value);
        }
        Copy before = new Copy(turn.part(), turn.step());
        turn.value().ifPresent(value -> copies.put(before, value));
        return Optional.ofNullable(copies.get(before)).map(bytes -> decoded(codec, bytes));
    }

    /**
     * Puts the part back after its step. Returns the copy, if the unit wants one; the part goes on as its codec makes
     * it, on all workers alike.
     */
    Optional<byte[]> put(ResidentSteps.Turn turn, P after, Codec<P> codec) {
        int next = turn.step() + 1;
        if (!turn.copies()) {
            held.put(turn.part(), new Held<>(next, after));
            return Optional.empty();
        }
        byte[] bytes = encoded(codec, after, "part");
        copies.put(new Copy(turn.part(), next), bytes);
        held.put(turn.part(), new Held<>(next, decoded(codec, bytes)));
        return Optional.of(bytes);
    }

    /** The value as its codec makes it. */
    static <T> T passed(Codec<T> codec, T value, String what) {
        return decoded(codec, encoded(codec, value, what));
    }

    private static <T> byte[] encoded(Codec<T> codec, T value, String what) {
        if (value == null) {
            throw new CodecException("the " + what + " of a step is null (expected: a value)");
        }
        HeapEncoder encoder = new HeapEncoder();
        codec.encode(value, encoder);
        return encoder.toBytes();
    }

    private static <T> T decoded(Codec<T> codec, byte[] bytes) {
        return new Decoder(ByteBuffer.wrap(bytes)).readAll(codec);
    }

    /** The codecs of the values inside units. */
    record Coding<P, M, R>(Codec<P> part, Codec<M> message, Codec<R> result) {
        Coding {
            refuseBlobs(part, "part");
            refuseBlobs(message, "message");
            refuseBlobs(result, "result");
        }

        /** Before the codecs are known. */
        static <P, M, R> Coding<P, M, R> none() {
            return new Coding<>(new Unknown<>(), new Unknown<>(), new Unknown<>());
        }

        private static void refuseBlobs(Codec<?> codec, String what) {
            if (codec instanceof Shape<?> shape && shape.blobs()) {
                throw new CodecException(
                        "the " + what + " of a step has a Blob in it (expected: values without one, such as byte[])");
            }
        }

        List<ResidentApplication.Message<M>> received(ResidentSteps.Turn turn) {
            List<ResidentApplication.Message<M>> messages =
                    new ArrayList<>(turn.messages().size());
            for (ResidentSteps.Post post : turn.messages()) {
                messages.add(new ResidentApplication.Message<>(post.part(), decoded(message, post.value())));
            }
            return messages;
        }

        List<ResidentSteps.Post> sent(ResidentApplication.Step<P, M, R> done, int parts) {
            List<ResidentSteps.Post> posts = new ArrayList<>(done.sent.size());
            for (ResidentApplication.Message<M> each : done.sent) {
                if (each.part() < 0 || each.part() >= parts) {
                    throw new IllegalArgumentException(
                            "message to part " + each.part() + " (expected: 0 to " + (parts - 1) + ")");
                }
                posts.add(new ResidentSteps.Post(each.part(), encoded(message, each.value(), "message")));
            }
            return posts;
        }

        byte[] result(ResidentApplication.Step<P, M, R> done) {
            return encoded(result, done.result, "result");
        }

        R result(byte[] bytes) {
            return decoded(result, bytes);
        }
    }

    private record Unknown<T>() implements Codec<T> {
        @Override
        public void encode(T value, Encoder out) {
            throw new IllegalStateException("the codecs are not known yet (expected: the application is hosted)");
        }

        @Override
        public T decode(Decoder in) {
            throw new IllegalStateException("the codecs are not known yet (expected: the application is hosted)");
        }
    }
}
