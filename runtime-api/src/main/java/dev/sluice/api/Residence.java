package dev.sluice.api;

import dev.sluice.api.unit.UnitSite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The runtime's handle on the parts of a {@link ResidentApplication}. On the master it tells how far the steps are. On
 * a worker it keeps long messages in the process of their sender, from which the process of their receiver gets them:
 * only their numbers pass through the master. They are kept until the step after the next begins. Any thread, but for
 * the methods of the master.
 */
public final class Residence {
    /** A longer message stays with its sender [bytes, encoded]. */
    static final int LONGEST_SENT = 4_096;

    private static final Codec<ResidentSteps.Head> HEAD = Codecs.of(ResidentSteps.Head.class);

    private final ResidentSteps steps = new ResidentSteps();
    private final Map<Long, Held> kept = new ConcurrentHashMap<>();
    private final Map<Long, Coming> coming = new ConcurrentHashMap<>();
    private final AtomicLong latestRound = new AtomicLong(-1);

    /** Numbers of messages. They begin anywhere, so that no two processes of a run use the same. */
    private final AtomicLong numbers = new AtomicLong(new SplittableRandom().nextLong());

    private final long process = numbers.get();
    private final Map<UnitSite, Integer> slots = new ConcurrentHashMap<>();
    private final AtomicInteger numberOfSlots = new AtomicInteger();
    private volatile LongSupplier nanoTime = System::nanoTime;
    private volatile Way way = new NoWay();
    private Optional<String> cuts = Optional.empty();

    Residence() {}

    /** Brings messages from other processes. Any thread. */
    public interface Way {
        /** The place where others get messages of this process; empty if they cannot, and nothing is kept for them. */
        byte[] place();

        /** Begins to fetch a message of so many bytes; fails if it cannot be had. */
        CompletableFuture<byte[]> fetch(byte[] place, long number, int length);
    }

    /** A message that this process keeps, and the round in which it was sent. */
    private record Held(long round, byte[] value) {}

    /** A message that this process gets, and the round that needs it. */
    private record Coming(long round, CompletableFuture<byte[]> value) {}

    /** The way of a process that is alone, as far as it knows. */
    private record NoWay() implements Way {
        private static final byte[] NOWHERE = {0};

        @Override
        public byte[] place() {
            return NOWHERE;
        }

        @Override
        public CompletableFuture<byte[]> fetch(byte[] place, long number, int length) {
            return CompletableFuture.failedFuture(new IllegalStateException("this process knows no other"));
        }
    }

    // ---- on a worker

    /** Messages that this process keeps. */
    int keptMessages() {
        return kept.size();
    }

    /** Gets messages from other processes by this way from now on. */
    public void way(Way by) {
        way = by;
    }

    /** A message that this process keeps. */
    public Optional<byte[]> kept(long number) {
        return Optional.ofNullable(kept.get(number)).map(Held::value);
    }

    /** Begins to fetch the messages of these encoded units, which have arrived. */
    public void expect(Decoder inputs, int units) {
        try {
            for (int unit = 0; unit < units; unit++) {
                ResidentSteps.Head head = inputs.readSized(new HeadAlone());
                head.kept().forEach(each -> begin(head.round(), each));
            }
        } catch (CodecException e) {
            // the slot that computes the unit reports it
        }
    }

    /** Waits for the messages of a unit, so that the time of the unit does not have the wait in it. */
    public void await(Object unit) throws InterruptedException {
        if (unit instanceof ResidentSteps.Turn turn) {
            for (ResidentSteps.Kept each : turn.mail().kept()) {
                got(begin(turn.round(), each));
            }
        }
    }

    /** The messages of a unit that were kept, in their order; empty for one that cannot be had. Waits for them. */
    List<Optional<byte[]>> values(ResidentSteps.Turn turn) throws InterruptedException {
        if (latestRound.getAndAccumulate(turn.round(), Math::max) < turn.round()) {
            kept.values().removeIf(each -> each.round < turn.round() - 1);
            coming.values().removeIf(each -> each.round < turn.round());
        }
        List<Optional<byte[]>> values = new ArrayList<>();
        for (ResidentSteps.Kept each : turn.mail().kept()) {
            values.add(got(begin(turn.round(), each)));
            coming.remove(each.number());
        }
        return values;
    }

    private CompletableFuture<byte[]> begin(long round, ResidentSteps.Kept message) {
        Held here = kept.get(message.number());
        return here != null
                ? CompletableFuture.completedFuture(here.value)
                : coming.computeIfAbsent(
                                message.number(),
                                number -> new Coming(round, way.fetch(message.place(), number, message.length())))
                        .value;
    }

    private static Optional<byte[]> got(CompletableFuture<byte[]> value) throws InterruptedException {
        try {
            return Optional.of(value.get());
        } catch (ExecutionException | CancellationException lost) {
            return Optional.empty();
        }
    }

    /** Keeps a message of this unit here; empty if it has to travel. */
    Optional<ResidentSteps.Kept> keep(ResidentSteps.Turn turn, byte[] value) {
        byte[] place = way.place();
        if (value.length <= LONGEST_SENT || place.length == 0 || turn.copies() || turn.sendsAll(sender(place))) {
            return Optional.empty();
        }
        long number = numbers.getAndIncrement();
        if (!steps.isForetold()) {
            kept.put(number, new Held(turn.round(), value));
        }
        return Optional.of(new ResidentSteps.Kept(sender(place), place, number, value.length));
    }

    /** Names this process at its present place. */
    private long sender(byte[] place) {
        return process + Arrays.hashCode(place);
    }

    /** The beginning of a unit alone, because the rest may be long. */
    private record HeadAlone() implements Codec<ResidentSteps.Head> {
        @Override
        public void encode(ResidentSteps.Head value, Encoder out) {
            HEAD.encode(value, out);
        }

        @Override
        public ResidentSteps.Head decode(Decoder in) {
            ResidentSteps.Head head = HEAD.decode(in);
            in.skip(in.remaining());
            return head;
        }
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** The time of a step that began then; called on the thread of the slot. */
    ResidentSteps.Spent spent(long beganNanos) {
        int slot = slots.computeIfAbsent(UnitSite.here(), any -> numberOfSlots.getAndIncrement());
        return new ResidentSteps.Spent(process, slot, nanoTime() - beganNanos);
    }

    // ---- on both

    /** Times steps by this clock [ns]. */
    public void clock(LongSupplier monotonicNanos) {
        nanoTime = monotonicNanos;
        steps.clock(monotonicNanos);
    }

    // ---- on the master

    /** Has the units of the first step be like those of later ones, because a few are computed to foretell all. */
    public void foretell() {
        steps.foretell();
    }

    /** The number of steps; known after the first {@code cycle}. */
    public int stepsInAll() {
        return steps.inAll();
    }

    /** The number of steps whose results the application has. */
    public int stepsEnded() {
        return steps.told();
    }

    /** Says how parts were cut anew since the latest call; empty if they were not. */
    public Optional<String> cuts() {
        Optional<String> told = cuts;
        cuts = Optional.empty();
        return told;
    }

    /** Parts were cut anew, so that steps take another time [ns]. */
    void cut(int parts, double beforeNanos, double thenNanos) {
        cuts = Optional.of(String.format(
                Locale.ROOT,
                "%d parts cut anew after step %d: %.3g ms a step in place of %.3g",
                parts,
                steps.endedStep() + 1,
                thenNanos / 1e6,
                beforeNanos / 1e6));
    }

    ResidentSteps steps() {
        return steps;
    }

    /**
     * The parts of a {@link ResidentApplication} that are in this process. The thread that computes a part owns it: it
     * takes the part out, and puts it back after the step, so that a unit that is computed twice finds nothing the
     * second time. A part that is not put back is lost here. Any thread.
     */
    static final class ResidentParts<P> {
        /** A part before this step. Two of them are never equal, so that only one thread removes one. */
        private static final class Held<P> {
            final int step;
            final P value;

            Held(int step, P value) {
                this.step = step;
                this.value = value;
            }
        }

        /** Names the copy of a part before this step, as it was made or as it was cut anew then. */
        private record Copy(int part, int step, boolean cut) {}

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
            if (here != null && here.step == turn.step() && !turn.cut() && held.remove(turn.part(), here)) {
                return Optional.of(here.value);
            }
            Copy before = new Copy(turn.part(), turn.step(), turn.cut());
            turn.value().ifPresent(value -> copies.put(before, value));
            return Optional.ofNullable(copies.get(before)).map(bytes -> decoded(codec, bytes));
        }

        /**
         * Puts the part back after its step. Returns the copy, if the unit wants one; the part goes on as its codec
         * makes it, on all workers alike.
         */
        Optional<byte[]> put(ResidentSteps.Turn turn, P after, Codec<P> codec) {
            int next = turn.step() + 1;
            if (!turn.copies()) {
                held.put(turn.part(), new Held<>(next, after));
                return Optional.empty();
            }
            byte[] bytes = encoded(codec, after, "part");
            copies.put(new Copy(turn.part(), next, false), bytes);
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
                    throw new CodecException("the " + what
                            + " of a step has a Blob in it (expected: values without one, such as byte[])");
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

            /**
             * The mail of a part.
             *
             * @param keep keeps an encoded message with its sender; empty if it travels
             */
            ResidentSteps.Mail sent(
                    List<ResidentApplication.Message<M>> sent,
                    int parts,
                    Function<byte[], Optional<ResidentSteps.Kept>> keep) {
                ResidentSteps.Mail mail = ResidentSteps.Mail.none();
                for (ResidentApplication.Message<M> each : sent) {
                    if (each.part() < 0 || each.part() >= parts) {
                        throw new IllegalArgumentException(
                                "message to part " + each.part() + " (expected: 0 to " + (parts - 1) + ")");
                    }
                    byte[] value = encoded(message, each.value(), "message");
                    Optional<ResidentSteps.Kept> kept = keep.apply(value);
                    kept.ifPresent(mail.kept()::add);
                    mail.posts()
                            .add(new ResidentSteps.Post(
                                    each.part(), kept.isPresent(), kept.isPresent() ? NOTHING : value));
                }
                return mail;
            }

            P part(byte[] copy) {
                return ResidentParts.decoded(part, copy);
            }

            byte[] copy(P value) {
                return ResidentParts.encoded(part, value, "part");
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
}
