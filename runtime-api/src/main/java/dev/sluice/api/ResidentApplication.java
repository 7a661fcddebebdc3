package dev.sluice.api;

import dev.sluice.api.Residence.ResidentParts;
import dev.sluice.api.unit.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A computation whose state stays on the workers: P parts, which exchange messages from step to step. A wave equation,
 * Jacobi's iteration, k-means and particles have this shape. Subclass it in place of {@link Application}; all that is
 * said there of jars, options, threads and nulls holds.
 *
 * <p>In each step, {@link #step} is called once for each part, on the worker where the part is. It gets the messages
 * that were sent to the part in the step before, and returns the part as it is then, messages to parts, and a result. A
 * step begins when the one before is over for all parts; {@link #endStep} then gets its results.
 *
 * <p>Parts are shared out so that all workers end a step together, by the times of their units. After the first step,
 * and then at intervals that double up to {@link #copyEvery}, the master gets a copy of each part. When a worker is
 * lost, drained or parked, all parts go back to their latest copies. At a copy, parts also move to workers that have
 * joined, and are cut anew if {@link #cutting} says how. A serial, embedded or distributed run, with or without losses,
 * has the same results to the last bit, because {@code step} depends on its arguments alone.
 *
 * @param <S> setup: the data that all parts need; {@link None} for nothing
 * @param <P> part: the state that stays on a worker. Its codec makes the copies, so that a part may change in
 *     {@code step}
 * @param <M> message from one part to another
 * @param <R> result of one part in one step
 */
public abstract class ResidentApplication<S, P, M, R> extends Application<S, ResidentSteps.Turn, ResidentSteps.Turned> {
    /** Codecs of the values inside a unit. Written before options are set, read by all threads. */
    private volatile ResidentParts.Coding<P, M, R> coding = ResidentParts.Coding.none();

    private final ResidentParts<P> parts = new ResidentParts<>();
    private final Residence residence = new Residence();
    private final ResidentSteps steps = residence.steps();
    private Optional<S> setup = Optional.empty();
    private Optional<PartCuts<P, M>> cuts = Optional.empty();

    protected ResidentApplication() {}

    /**
     * A part and a step of it.
     *
     * @param part 0 ≤ part < parts
     * @param parts number of parts
     * @param step 0, 1, 2…
     */
    public record Place(int part, int parts, int step) {}

    /**
     * A message.
     *
     * @param part that sent it or, in {@link Step}, that gets it
     */
    public record Message<M>(int part, M value) {}

    /** A part after a step, with its result and the messages that it sends. Confined to the thread of the step. */
    public static final class Step<P, M, R> {
        final P part;
        final R result;
        final List<Message<M>> sent = new ArrayList<>();

        public Step(P part, R result) {
            this.part = part;
            this.result = result;
        }

        /** Sends a message, which arrives in the next step. A part may send to itself, and several to one. */
        public Step<P, M, R> send(int toPart, M message) {
            sent.add(new Message<>(toPart, message));
            return this;
        }
    }

    /**
     * How parts are cut anew, so that unlike or loaded workers end a step together. Parts then keep their numbers, and
     * part i ends where part i + 1 begins. All methods are called on the master, on the thread that calls the
     * application, with parts as {@link #partCodec} makes them; what they throw fails the run.
     *
     * <p>For equal bits wherever the cuts are, what a step does to a cell must not depend on the part that the cell is
     * in, and results must say the same however they are divided.
     *
     * @param <P> part
     * @param <M> message
     */
    public interface Cutting<P, M> {
        /** Returns the size of a part, in rows, points or other pieces of about equal work. */
        int size(P part);

        /** The least size of a part. */
        default int least() {
            return 1;
        }

        /** Cuts a part in two, 0 < {@code at} < its size. The part is not used again. */
        Halves<P> split(P part, int at);

        /** Makes one part of two that follow each other. Neither is used again. */
        P join(P first, P second);

        /**
         * Returns the messages of a part to others, made anew for the parts as they are now. They replace those of the
         * step that has just ended, because these were for other cuts.
         *
         * @param place with the step that has just ended
         */
        List<Message<M>> messages(Place place, P part);
    }

    /**
     * The two parts that {@link Cutting#split} makes of one.
     *
     * @param first of the size at which the part was cut
     */
    public record Halves<P>(P first, P second) {}

    /** Returns the setup. Called on the master, once; may block. If it throws, the run fails. */
    protected abstract S setup() throws Exception;

    /**
     * Returns the number of parts, from 1 to 1,000,000. Called on the master, once, after {@link #setup}. Some parts
     * for each slot let unlike workers end a step together. If it throws, the run fails.
     */
    protected abstract int parts() throws Exception;

    /** Returns the number of steps, at least 1. Called on the master, once, after {@link #parts}. */
    protected abstract int steps() throws Exception;

    /**
     * Makes a part as it is before the first step. Called on a worker, as {@code compute} is, and again on another one
     * when the first is lost; must then return an equal part.
     */
    protected abstract P part(S setup, Place place) throws Exception;

    /**
     * Computes one step of one part. Called on a worker, in any of its slots, for several parts at once; may take any
     * time, may use {@link #context}, and may change the part and return it. It returns equal results for equal
     * arguments. It is repeated after a loss. If it throws, the part goes to another worker, as a unit does.
     *
     * @param messages that were sent to the part in the step before, in the order of their senders and, of one sender,
     *     in the order of sending
     */
    protected abstract Step<P, M, R> step(S setup, Place place, P part, List<Message<M>> messages) throws Exception;

    /**
     * Takes the results of a step. Called on the master, once for each step, in their order; may block. If it throws,
     * the run fails. {@link Verdict#APPLICATION_COMPLETE} ends the run before the last step.
     *
     * @param results one for each part, in the order of parts
     */
    protected abstract Verdict endStep(int step, List<R> results) throws Exception;

    /**
     * Returns after how many steps at most the parts are copied to the master. Called on the master, once, after
     * {@link #steps}. A loss repeats as many steps at most; a copy moves all parts once. The default, 0, means 32 until
     * a worker is lost, and then as many as lose least time: more if a copy costs much, fewer if losses come often.
     */
    protected int copyEvery() throws Exception {
        return 0;
    }

    /**
     * Says how parts are cut anew; empty, the default, if they only move whole. Called on the master, once. Parts are
     * cut after they were copied, when the steps until the next copy thus gain more time than a copy takes.
     */
    protected Optional<Cutting<P, M>> cutting() {
        return Optional.empty();
    }

    final Residence residence() {
        return residence;
    }

    @Override
    protected final Cycle<S> cycle(int number) throws Exception {
        if (number == 0) {
            setup = Optional.of(setup());
            steps.begin(parts(), steps(), copyEvery());
            cuts = cutting().map(by -> new PartCuts<>(by, residence, coding));
        }
        return Cycle.resident(steps.beginCycle(), setup.orElseThrow());
    }

    @Override
    protected final ResidentSteps.Turn unit(long index) {
        return steps.turn(index);
    }

    @Override
    protected final ResidentSteps.Turned compute(S common, ResidentSteps.Turn turn) throws Exception {
        Place place = new Place(turn.part(), turn.parts(), turn.step());
        List<Optional<byte[]>> kept = residence.values(turn);
        Optional<P> here = parts.take(turn, coding.part());
        boolean lacks = here.isEmpty() && turn.step() > 0;
        if (lacks || kept.stream().anyMatch(Optional::isEmpty)) {
            return ResidentSteps.Turned.lacking(lacks, coding.missing(turn, kept));
        }
        P part = here.isPresent() ? here.get() : ResidentParts.passed(coding.part(), part(common, place), "part");
        List<Message<M>> received = coding.received(turn, kept);
        long began = residence.nanoTime();
        Step<P, M, R> done = step(common, place, part, received);
        Optional<ResidentSteps.Spent> spent = Optional.of(residence.spent(began));
        if (done == null) {
            throw new IllegalStateException("step returned null (expected: a Step)");
        }
        Optional<byte[]> copy = parts.put(turn, done.part, coding.part());
        ResidentSteps.Mail sent = coding.sent(done.sent, turn.parts(), value -> residence.keep(turn, value));
        return new ResidentSteps.Turned(
                false, ResidentSteps.NOBODY, turn.began(), spent, copy, sent, coding.result(done));
    }

    @Override
    protected final Verdict accept(long index, ResidentSteps.Turned turned) throws Exception {
        if (!steps.take(index, turned)) {
            return Verdict.CONTINUE;
        }
        List<byte[]> results = steps.results();
        if (!results.isEmpty()) {
            List<R> decoded = new ArrayList<>(results.size());
            for (byte[] each : results) {
                decoded.add(coding.result(each));
            }
            Verdict verdict = endStep(steps.endedStep(), decoded);
            if (verdict != Verdict.CONTINUE) {
                return verdict == Verdict.FAILED ? verdict : Verdict.APPLICATION_COMPLETE;
            }
        }
        cuts.ifPresent(PartCuts::stepped);
        if (steps.goesOn()) {
            addUnits(steps.parts());
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected final Verdict endCycle(int number) {
        return steps.isOver() ? Verdict.APPLICATION_COMPLETE : Verdict.CONTINUE;
    }

    /** A part cannot be left out, so that the run fails. */
    @Override
    protected final void missing(List<FailedUnit> failures) {
        FailedUnit first = failures.get(0);
        throw new IllegalStateException("part " + first.index() % steps.parts() + " of step " + steps.step()
                + " has no result: " + first.error() + " (expected: every part of every step)");
    }

    @Override
    protected final Needs needs(long index) {
        return Needs.ONE_SLOT;
    }

    @Override
    protected final int priority(long index) {
        return 0;
    }

    @Override
    protected final More<ResidentSteps.Turn> more(long given) {
        return More.closed();
    }

    @Override
    protected final Results<ResidentSteps.Turned> results() {
        return Results.each();
    }

    /** A run that is resumed takes all results from its journal. */
    @Override
    protected final Optional<byte[]> checkpoint() {
        return Optional.empty();
    }

    @Override
    protected final Codec<ResidentSteps.Turn> unitCodec() {
        coding = new ResidentParts.Coding<>(partCodec(), messageCodec(), stepCodec());
        return Codecs.of(ResidentSteps.Turn.class);
    }

    @Override
    protected final Codec<ResidentSteps.Turned> resultCodec() {
        return Codecs.of(ResidentSteps.Turned.class);
    }

    /** Returns the codec of a part; see {@link #setupCodec}. */
    protected Codec<P> partCodec() {
        return Codecs.ofArgument(getClass(), ResidentApplication.class, 1);
    }

    /** Returns the codec of a message; see {@link #setupCodec}. */
    protected Codec<M> messageCodec() {
        return Codecs.ofArgument(getClass(), ResidentApplication.class, 2);
    }

    /** Returns the codec of the result of a step; see {@link #setupCodec}. */
    protected Codec<R> stepCodec() {
        return Codecs.ofArgument(getClass(), ResidentApplication.class, 3);
    }
}
