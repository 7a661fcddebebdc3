package dev.sluice.api;

/**
 * A computation to be spread over workers: subclass it, name the subclass in
 * {@code META-INF/services/dev.sluice.api.Application}, pack both in a jar. The subclass is public and has a public
 * constructor without parameters. Options are picocli {@code @Option} fields; they are set before any method below is
 * called.
 *
 * <p>The work is a sequence of cycles, each of independent units. The master calls {@link #cycle}, hands the setup to
 * every worker, makes each {@link #unit}, and takes each result in {@link #accept}; the workers call {@link #compute}.
 * Master and workers each have an instance of their own: nothing but setup, unit and result travels between them. A
 * serial run has one instance that plays both parts.
 *
 * <p>Threads: on the master all calls come one after the other, and each sees what the one before it did; on a worker
 * {@code compute} comes from several threads at once. Nulls: no method is given one and none may return one.
 *
 * <p>Values: setup, unit and result are of types for which {@link Codecs} derives a codec. They may be computed from
 * and kept, but not changed after they were returned.
 *
 * @param <S> setup: what every worker needs for a cycle; {@link None} for nothing
 * @param <U> unit: what one call of {@code compute} gets
 * @param <R> result: what one call of {@code compute} gives
 */
public abstract class Application<S, U, R> {
    protected Application() {}

    /**
     * Checks options and prepares what both sides need. Master and worker, once, before anything else; may block. If it
     * throws on the master the run does not start; on a worker that worker leaves. Options that make no sense are an
     * {@link ArgumentException}. Nothing is repeated after a loss, but workers that join late call it when they join.
     * What only the master has, such as files, belongs in {@link #cycle}.
     */
    protected void initialize() throws Exception {}

    /**
     * Says what the next cycle consists of. Master; before the first unit of the cycle and after {@link #endCycle} of
     * the one before it; may block, while the workers wait. If it throws, the run fails. Called once for each number,
     * whatever is lost.
     *
     * @param number 0, 1, 2…
     */
    protected abstract Cycle<S> cycle(int number) throws Exception;

    /**
     * Makes the unit with this index in the current cycle. Master; should be quick, for the workers are fed by it. If
     * it throws, the run fails. Called again for the same index when a worker was lost or a unit failed, in any order,
     * before or after the results of other units were accepted: it must then give an equal unit.
     *
     * @param index 0 ≤ index < units of the cycle
     */
    protected abstract U unit(long index) throws Exception;

    /**
     * Computes one unit. Worker, in any of its slots, several at once on the same instance; takes as long as it takes.
     * It must not depend on which units were computed before it or elsewhere, and gives equal results for equal
     * arguments. If it throws, the unit is given to another worker, up to three, and then set aside; the run carries on
     * with the others and fails at its end. After a loss the unit is computed again. It may be interrupted when its
     * result is no longer wanted.
     */
    protected abstract R compute(S setup, U unit) throws Exception;

    /**
     * Says how results travel. Both sides, once, after {@link #initialize}; must say the same on both. If it throws, as
     * {@code initialize}. {@link Results#each} unless overridden.
     */
    protected Results<R> results() {
        return Results.each();
    }

    /**
     * Takes the result of one unit; not called when results are accumulated. Master; once for each unit of the cycle,
     * in any order; may block, and the workers are then held back rather than memory filled. If it throws, the run
     * fails. Never called twice for a unit, however often that was computed, and no more in this cycle once it has said
     * {@link Verdict#CYCLE_COMPLETE} or more.
     */
    protected abstract Verdict accept(long index, R result) throws Exception;

    /**
     * Takes what all results of the cycle were folded into, the identity when there were none. Master; once for each
     * cycle, before {@link #endCycle}, instead of {@link #accept} when {@link #results} is an {@link Accumulation}; may
     * block. If it throws, the run fails.
     */
    protected Verdict accumulated(R total) throws Exception {
        return Verdict.CONTINUE;
    }

    /**
     * Looks at the cycle as a whole. Master; once, after the last {@link #accept} of the cycle; may block. If it
     * throws, the run fails. Not called after {@link Verdict#APPLICATION_COMPLETE} or {@link Verdict#FAILED}.
     */
    protected Verdict endCycle(int number) throws Exception {
        return Verdict.CONTINUE;
    }

    /**
     * Writes the answer. Master; once, after the last cycle, when every result has been accepted or was no longer
     * wanted; may block. If it throws, the run fails.
     */
    protected void complete() throws Exception {}

    /**
     * Keeps what is there. Master; once, instead of {@link #complete}, when the operator stops the run; some units of
     * the current cycle have not been accepted. May block for a few seconds. If it throws, that is reported and the run
     * ends as it would have.
     */
    protected void interrupted() throws Exception {}

    /**
     * Lets go of what the worker holds. Worker, once, before it leaves, when no {@code compute} is running; may block
     * for a few seconds. If it throws, that is reported and nothing else. Not called when the worker is killed. In a
     * serial run it follows {@link #complete} or {@link #interrupted}.
     */
    protected void finish() throws Exception {}

    /**
     * How the setup becomes bytes. Both sides, once, before options are set. If it throws, the application is refused.
     */
    protected Codec<S> setupCodec() {
        return TypeArguments.codec(getClass(), 0);
    }

    /** How a unit becomes bytes; see {@link #setupCodec}. */
    protected Codec<U> unitCodec() {
        return TypeArguments.codec(getClass(), 1);
    }

    /** How a result becomes bytes; see {@link #setupCodec}. */
    protected Codec<R> resultCodec() {
        return TypeArguments.codec(getClass(), 2);
    }
}
