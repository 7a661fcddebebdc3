package dev.sluice.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

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
    private volatile Way way = new NoWay();

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

    /** Tells whether this message of this unit stays here. */
    boolean keeps(ResidentSteps.Turn turn, byte[] value) {
        byte[] place = way.place();
        return value.length > LONGEST_SENT && place.length > 0 && !turn.copies() && !turn.sendsAll(sender(place));
    }

    ResidentSteps.Kept keep(ResidentSteps.Turn turn, byte[] value) {
        long number = numbers.getAndIncrement();
        if (!steps.isForetold()) {
            kept.put(number, new Held(turn.round(), value));
        }
        byte[] place = way.place();
        return new ResidentSteps.Kept(sender(place), place, number, value.length);
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

    // ---- on the master

    /** Times steps by this clock [ns]. */
    public void clock(LongSupplier monotonicNanos) {
        steps.clock(monotonicNanos);
    }

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

    ResidentSteps steps() {
        return steps;
    }
}
