package dev.sluice.api;

import dev.sluice.api.unit.Needs;
import dev.sluice.api.unit.Remedy;
import dev.sluice.api.unit.UnitContext;
import dev.sluice.api.unit.UnitSite;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/**
 * A computation that Sluice spreads over workers. Subclass it, name the subclass in
 * {@code META-INF/services/dev.sluice.api.Application}, and pack both in a jar. The subclass is public and has a public
 * constructor without parameters. Options are picocli {@code @Option} fields; Sluice sets them before it calls any
 * method below.
 *
 * <p>The work is a sequence of cycles, and each cycle consists of independent units. The master calls {@link #cycle},
 * sends the setup to every worker, makes each {@link #unit}, and takes each result in {@link #accept}. The workers call
 * {@link #compute}. Master and workers each have an instance of their own: only setup, unit and result travel between
 * them. A serial run has one instance that plays both parts. Data that a worker keeps from cycle to cycle is in fields
 * that {@link #loadState} fills.
 *
 * <p>Threads: the master calls one method at a time, {@link #more} apart; each sees the effects of those before. A
 * worker calls {@code compute} on several threads at once. Nulls: no method receives null and none may return null.
 *
 * <p>Values: setup, unit and result are of types for which {@link Codecs} derives a codec. An application may keep them
 * and compute from them, but must not change them after it returned them.
 *
 * @param <S> setup: the data that every worker needs for a cycle; {@link None} for nothing
 * @param <U> unit: the argument of one call of {@code compute}
 * @param <R> result: the value of one call of {@code compute}
 */
public abstract class Application<S, U, R> {
    final Queue<Path> shown = new ConcurrentLinkedQueue<>();
    /** Written before any method that may read it is called. */
    private volatile InputFile.Here filesHere = InputFile.Here.NONE;

    private final Cycle.Growth growth = new Cycle.Growth();
    private volatile LongConsumer givesUp = index -> {};

    protected Application() {}

    /**
     * Checks options and prepares the data that both sides need. Called on master and worker, once, before any other
     * method; may block. If it throws on the master, the run does not start; if it throws on a worker, that worker
     * leaves. Throw {@link ArgumentException} for an option that makes no sense. It is not repeated after a loss, but a
     * worker that joins late calls it when it joins. Open files and other things that only the master has in
     * {@link #cycle}, and load what only workers need in {@link #loadState}.
     */
    protected void initialize() throws Exception {}

    /**
     * Names the files that workers need, in addition to those of the option {@code --file}. Called on the master, once,
     * after {@link #initialize}. The master sends each content once to each host; see {@link #file}. A file that is
     * missing or no regular file, or two files of one name, end the run before it starts. If it throws, the run fails.
     * The files must not change during the run. The default names none.
     */
    protected List<InputFile> files() throws Exception {
        return List.of();
    }

    /**
     * Returns where the file with this name is in this process: the file itself, or the directory that it was unpacked
     * to. May be called on any thread, on a worker from {@link #loadState} on, on the master from {@link #cycle} on.
     * The master gets the path that {@link #files} or {@code --file} names, also of an archive that workers unpack; a
     * serial run gets what a worker gets. Do not change the file: other workers and later runs use it. Its path differs
     * from host to host.
     *
     * @throws IllegalArgumentException if no file has this name
     * @throws IllegalStateException if the file has changed since this process got it
     */
    protected final Path file(String name) {
        return filesHere.get(name);
    }

    /** Returns the names of the files that {@link #file} finds, in order. May be called when {@code file} may. */
    protected final List<String> fileNames() {
        return filesHere.names();
    }

    /** Says where the files are in this process. */
    final void provide(InputFile.Here files) {
        filesHere = files;
    }

    /**
     * Describes the next cycle. Called on the master, before the first unit of the cycle and after {@link #endCycle} of
     * the cycle before; may block, while the workers wait. If it throws, the run fails. Called once for each number,
     * also when workers are lost.
     *
     * @param number 0, 1, 2…
     */
    protected abstract Cycle<S> cycle(int number) throws Exception;

    /**
     * Adds units to the open cycle. Their indices follow those of all units so far. Call it from {@link #accept}, never
     * from another thread; {@link #unit} is asked for them when {@code accept} has returned. The cycle closes by itself
     * when every unit has been accepted and its source ({@link #more}) has none, because nothing is left that could add
     * any.
     *
     * @param count 0 or more
     * @return index of the first of them
     * @throws IllegalStateException if the cycle is not one of {@link Cycle#open}, or was closed
     */
    protected final long addUnits(long count) {
        return growth.add(count);
    }

    /**
     * Closes the open cycle: it gets no more units, and ends when those that it has are accepted. Call it from
     * {@link #accept}; to drop the units that are left as well, return {@link Verdict#CYCLE_COMPLETE}.
     *
     * @throws IllegalStateException if the cycle is not one of {@link Cycle#open}, or was closed
     */
    protected final void closeCycle() {
        growth.close();
    }

    final Cycle.Growth growth() {
        return growth;
    }

    /**
     * Gives a unit of the current cycle up: it is not begun any more, and a worker that computes it ends it.
     * {@link #missing} learns of it ({@link FailedUnit.Kind#CANCELLED}), and the run does not fail for it. Any thread
     * of the master. Does nothing if the unit has its result, if results are accumulated, or between cycles; a serial
     * run does not end the unit that it computes.
     */
    protected final void giveUp(long index) {
        givesUp.accept(index);
    }

    final void givesUpBy(LongConsumer by) {
        givesUp = by;
    }

    /**
     * The source of an open cycle: waits for units that come from outside, and returns them. Override it, or add units
     * in {@link #accept}, or both. Called on the master, on a thread of its own, while the other methods may run: what
     * it shares with them must be safe for that. It should block until there is a unit. It is asked only while fewer
     * units wait than the slots want, so that a fast producer waits. It is interrupted when the cycle ends otherwise;
     * units that it returns then, or an exception, are dropped. If it throws before, the run fails.
     *
     * <p>Sluice keeps these units until their results are accepted, and never asks {@link #unit} for them. A journal
     * has them before a worker does: a run that is resumed takes them from there, and asks for those that follow.
     *
     * @param given units of this cycle that the source has given, also before the run was resumed
     */
    protected More<U> more(long given) throws Exception {
        throw new IllegalStateException("more is not overridden (expected: it is, or the cycle has no source)");
    }

    /**
     * Foretells how many cycles the whole run has. Progress then shows the cycles done of all and when the run ends;
     * nothing else depends on the number. Called on the master, once, after the first {@link #cycle}; should be quick.
     * A serial run, which shows no progress, does not call it. If it throws, the run fails. The default is empty, which
     * means that nobody knows. An application whose first cycle is the last one does not need it.
     *
     * @return number of cycles, at least 1, with the first one; empty if unknown
     */
    protected OptionalInt expectedCycles() {
        return OptionalInt.empty();
    }

    /**
     * Makes the unit with this index in the current cycle. Called on the master; should be quick, because the workers
     * wait for its units. If it throws, the run fails. It is called again for the same index when a worker was lost or
     * a unit failed, in any order, before or after the results of other units were accepted. It must then return an
     * equal unit.
     *
     * @param index 0 ≤ index < units of the cycle, in an open one those so far
     */
    protected abstract U unit(long index) throws Exception;

    /**
     * Says what a unit of the current cycle needs while it computes. Called on the master, once for each index and in
     * ascending order, when the cycle begins and when units are added to it, and again when the run is resumed; must
     * return equal needs for equal indices, and should be quick. Return the same object for units of equal needs. A run
     * has at most 64 kinds of units. If no host can ever compute a unit, the run fails at once. If it throws, the run
     * fails. The default is one slot, and costs nothing.
     *
     * @param index 0 ≤ index < units of the cycle, in an open one those so far
     */
    protected Needs needs(long index) throws Exception {
        return Needs.ONE_SLOT;
    }

    /**
     * Says which of the units that wait are handed out first: those of the highest priority, and of equal ones those
     * with the lowest index. Called as {@link #needs} is; each pair of needs and priority is a kind of units. A serial
     * run heeds it too. The default is 0, and costs nothing.
     *
     * @param index 0 ≤ index < units of the cycle, in an open one those so far
     */
    protected int priority(long index) throws Exception {
        return 0;
    }

    /**
     * Loads what this worker keeps from cycle to cycle, such as the points of a clustering, into fields of the
     * application. Called on a worker, never on the master, on the thread of the first unit, before the first
     * {@link #compute}; the other slots wait until it returns. May take any time: it counts neither as time of the unit
     * nor for {@code --unit-timeout}. Every {@code compute} sees what it wrote. Because several threads read these
     * fields at once, {@code compute} must not change them.
     *
     * <p>It is called once in each process that computes, and not again once it has returned. If it throws, the worker
     * calls it again, twice at most and after pauses of some seconds. If that fails too, the worker leaves, and its
     * units go to other workers without a counted failure. If no worker is left, the run fails; a serial run fails at
     * once. At the end of the run its thread may be interrupted. A worker that takes the place of a lost one calls it
     * too. With {@code --isolate on} each slot has a process and a state of its own, and a process that is started
     * again loads it again; with {@code auto}, an application that overrides this method is not isolated.
     * {@link #finish} releases what it opened. The default does nothing.
     */
    protected void loadState() throws Exception {}

    /**
     * Computes one unit. Called on a worker, in any of its slots, on several threads at once with the same instance;
     * may take any time. It must not depend on which units were computed before it or elsewhere, and returns equal
     * results for equal arguments; {@link #loadState} therefore loads the same on every worker. If it throws, Sluice
     * tries the unit on up to three workers and then sets it aside; the other units of the cycle are still computed,
     * and {@link #incomplete} follows. After a loss the unit is computed again. Sluice may interrupt the thread when
     * the result is no longer wanted.
     */
    protected abstract R compute(S setup, U unit) throws Exception;

    /**
     * The unit that the calling thread computes: its random numbers, its directory for files, its progress. May be
     * called in {@link #compute}, on the thread that Sluice called it on.
     *
     * @throws IllegalStateException anywhere else
     */
    protected final UnitContext context() {
        return UnitSite.here();
    }

    /**
     * Shows a picture in the report's page: PNG, JPEG, GIF, which may move, or SVG, of at most 8 MB. Called on the
     * master, at any time; the file is read when the run has ended.
     */
    protected final void show(Path picture) {
        shown.add(picture);
    }

    /**
     * Decides about a unit whose {@link #compute} threw an exception. Called on the worker, on the thread of the unit;
     * should be quick, and may wait before it answers {@link Remedy#AGAIN}. Not asked about errors, such as a lack of
     * memory, nor about a unit that was interrupted or whose process died: other workers try these. If it throws, the
     * exception takes the place of the first one, and other workers try the unit. The default is
     * {@link Remedy#ELSEWHERE}.
     *
     * @param tries how often this worker has computed the unit in this attempt, at least 1
     */
    protected Remedy onFailure(U unit, Exception thrown, int tries) throws Exception {
        return Remedy.ELSEWHERE;
    }

    /**
     * Chooses how results travel. Called on both sides, once, after {@link #initialize}; must return the same on both.
     * If it throws, the effect is that of {@code initialize}. The default is {@link Results#each}.
     */
    protected Results<R> results() {
        return Results.each();
    }

    /**
     * Takes the result of one unit. Override it unless {@link #results} is an {@link Accumulation}: it is not called
     * then. An application that needs it and does not override it is refused before it starts. Called on the master,
     * once for each unit of the cycle, in any order. May block: the workers then wait, and results do not fill the
     * memory. If it throws, the run fails. Never called twice for a unit, however often the unit was computed. No more
     * calls follow in this cycle once it has returned {@link Verdict#CYCLE_COMPLETE} or more.
     */
    protected Verdict accept(long index, R result) throws Exception {
        throw new IllegalStateException("accept is not overridden (expected: it is, or results are accumulated)");
    }

    /**
     * Takes the accumulated value of all results of the cycle, or the identity when there were none. Called on the
     * master, once for each cycle, before {@link #endCycle}, instead of {@link #accept} when {@link #results} is an
     * {@link Accumulation}; may block. If it throws, the run fails.
     */
    protected Verdict accumulated(R total) throws Exception {
        return Verdict.CONTINUE;
    }

    /**
     * Decides after a whole cycle. Called on the master, once, after the last {@link #accept} of the cycle; may block.
     * If it throws, the run fails. Not called after {@link Verdict#APPLICATION_COMPLETE} or {@link Verdict#FAILED}.
     */
    protected Verdict endCycle(int number) throws Exception {
        return Verdict.CONTINUE;
    }

    /**
     * Learns that units of the cycle have no result, although the run goes on because the user asked for it
     * ({@code --keep-going}). Called on the master, once for each cycle that has such units, after its last
     * {@link #accept} and before {@link #accumulated} and {@link #endCycle}; may block. In an open cycle it is called
     * as soon as a unit is given up; a resumed run tries these units again. If it throws, the run fails. The default
     * does nothing: override it if the answer has to say what it lacks.
     *
     * @param failures at least one, in the order in which they were given up
     */
    protected void missing(List<FailedUnit> failures) throws Exception {}

    /**
     * Writes the answer. Called on the master, once, after the last cycle, when every result has been accepted or was
     * no longer wanted, or was named by {@link #missing}; may block. If it throws, the run fails.
     */
    protected void complete() throws Exception {}

    /**
     * Saves what there is when the answer cannot be complete. Called on the master, once, instead of
     * {@link #accumulated}, {@link #endCycle} and {@link #complete}, after the last {@link #accept} of a cycle in which
     * units failed on every worker that tried them; may block. The run then fails. If it throws, the run fails with
     * that error. The default writes nothing.
     *
     * @param failures at least one, in the order in which they were given up
     */
    protected void incomplete(List<FailedUnit> failures) throws Exception {}

    /**
     * Saves the results so far. Called on the master, once, instead of {@link #complete}, when the operator stops the
     * run; some units of the current cycle have not been accepted. May block for a few seconds. If it throws, Sluice
     * reports the exception, and the run ends as it would have otherwise.
     */
    protected void interrupted() throws Exception {}

    /**
     * Returns the state of the application, so that a run whose master was lost need not accept all earlier results
     * again. Called on the master, between two calls of {@link #accept} or after {@link #endCycle}, when the journal of
     * the run has grown; workers wait, so it should be quick. If it throws, the run fails. The default is empty: then a
     * resumed run accepts all results again, in their order. The accumulated value of {@link Accumulation} is kept by
     * Sluice and is no part of the state.
     *
     * @return all that {@link #restore} needs, at most 1 GiB; the caller keeps the array
     */
    protected Optional<byte[]> checkpoint() throws Exception {
        return Optional.empty();
    }

    /**
     * Takes over the state that {@link #checkpoint} returned in an earlier process of this run. Called on the master,
     * at most once, after {@link #initialize} and before the first {@link #cycle}, which may then have a number over 0
     * and is called again for a cycle that had begun. May block. If it throws, the run fails. An application that
     * writes files brings them back to this state, because it may have written more before it was lost.
     */
    protected void restore(byte[] state) throws Exception {
        throw new IllegalStateException(getClass().getName() + " does not override restore (expected: it does, because"
                + " it overrides checkpoint)");
    }

    /**
     * Releases the resources of the worker. Called on a worker, once, before it leaves, when no {@code compute} is
     * running, also if {@link #loadState} has not been called or has thrown; may block for a few seconds. If it throws,
     * Sluice only reports the exception. Not called when the worker is killed. In a serial run it follows
     * {@link #complete} or {@link #interrupted}.
     */
    protected void finish() throws Exception {}

    /**
     * Returns the codec of the setup. Called on both sides, once, before options are set. If it throws, the application
     * is refused.
     */
    protected Codec<S> setupCodec() {
        return Codecs.ofArgument(getClass(), Application.class, 0);
    }

    /** Returns the codec of a unit; see {@link #setupCodec}. */
    protected Codec<U> unitCodec() {
        return Codecs.ofArgument(getClass(), Application.class, 1);
    }

    /** Returns the codec of a result; see {@link #setupCodec}. */
    protected Codec<R> resultCodec() {
        return Codecs.ofArgument(getClass(), Application.class, 2);
    }

    /**
     * The answer of the source of an open cycle when it is asked for units ({@link #more}).
     *
     * @param units the next units, in the order of their indices; empty for none now
     * @param last whether the source has no unit after these
     */
    public record More<U>(List<U> units, boolean last) {
        public More {
            units = List.copyOf(units);
        }

        /** Gives these units now, and perhaps more later. */
        public static <U> More<U> of(List<U> units) {
            return new More<>(units, false);
        }

        /** No unit now. The source is asked again at once, so it should have waited for some time. */
        public static <U> More<U> none() {
            return new More<>(List.of(), false);
        }

        /** The source has no more units in this cycle, which then ends as one without a source does. */
        public static <U> More<U> closed() {
            return new More<>(List.of(), true);
        }
    }
}
