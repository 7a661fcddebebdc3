package dev.sluice.api;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

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

    private static final byte[] NOTHING = {};

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

        /** The messages of a unit; {@code kept} has those that their senders kept. */
        List<ResidentApplication.Message<M>> received(ResidentSteps.Turn turn, List<Optional<byte[]>> kept) {
            List<ResidentSteps.Post> posts = turn.mail().posts();
            List<ResidentApplication.Message<M>> messages = new ArrayList<>(posts.size());
            Iterator<Optional<byte[]>> next = kept.iterator();
            for (ResidentSteps.Post post : posts) {
                byte[] value = post.kept() ? next.next().orElseThrow() : post.value();
                messages.add(new ResidentApplication.Message<>(post.part(), decoded(message, value)));
            }
            return messages;
        }

        /** The senders of kept messages that cannot be had. */
        long[] missing(ResidentSteps.Turn turn, List<Optional<byte[]>> kept) {
            return IntStream.range(0, kept.size())
                    .filter(each -> kept.get(each).isEmpty())
                    .mapToLong(each -> turn.mail().kept().get(each).sender())
                    .distinct()
                    .toArray();
        }

        ResidentSteps.Mail sent(ResidentApplication.Step<P, M, R> done, ResidentSteps.Turn turn, Residence residence) {
            ResidentSteps.Mail mail = ResidentSteps.Mail.none();
            for (ResidentApplication.Message<M> each : done.sent) {
                if (each.part() < 0 || each.part() >= turn.parts()) {
                    throw new IllegalArgumentException(
                            "message to part " + each.part() + " (expected: 0 to " + (turn.parts() - 1) + ")");
                }
                byte[] value = encoded(message, each.value(), "message");
                boolean kept = residence.keeps(turn, value);
                if (kept) {
                    mail.kept().add(residence.keep(turn, value));
                }
                mail.posts().add(new ResidentSteps.Post(each.part(), kept, kept ? NOTHING : value));
            }
            return mail;
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
