package dev.sluice.api;

import dev.sluice.api.Application.More;
import dev.sluice.api.unit.UnitSite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs an application by itself: one thread, no network, no workers. It calls the methods of {@link Application} in the
 * same order as a master and its workers. Setups, units and results pass through their codecs, as they do on the way to
 * a worker and back, so that its answer is that of any other run. Units run one after the other: its time is the
 * baseline for speed-ups.
 */
public final class SerialRun<S, U, R> {
    private final Hosted<S, U, R> application;
    private final LongConsumer cycleBegun;
    private FileRule files = SerialRun::inPlace;
    private UnitSite site = new UnitSite(0);
    private volatile long units;
    private volatile boolean stopped;
    /** Units of the source that are not computed yet, by index. */
    private final Map<Long, U> arrived = new HashMap<>();
    /** Units that the source of the cycle has given. */
    private long given;

    private final boolean needs;
    private final Order order;
    /** Units of the cycle that the application has given up. */
    private final Set<Long> givenUp = ConcurrentHashMap.newKeySet();

    private boolean hasSource;
    /** The running thread while the source may wait; null otherwise. */
    private volatile @Nullable Thread waiting;

    /** The ways in which a run ends. */
    public enum Outcome {
        COMPLETE,
        /** The application returned {@link Verdict#FAILED}. */
        FAILED,
        /** {@link SerialRun#stop} was called; the application saved its results so far. */
        INTERRUPTED
    }

    /**
     * One unit that was computed alone.
     *
     * @param nanos wall time in compute [ns]
     * @param encodedBytes size of the encoded result
     * @param shown the result as a program of another language shows it; empty if it does not
     */
    public record Single<R>(R result, long nanos, long encodedBytes, Optional<String> shown) {}

    /** @param application with its options set */
    public SerialRun(Hosted<S, U, R> application) {
        this(application, units -> {});
    }

    /**
     * @param application with its options set
     * @param cycleBegun receives the number of units of each cycle before the first of them is computed, on the running
     *     thread
     */
    public SerialRun(Hosted<S, U, R> application, LongConsumer cycleBegun) {
        this.application = application;
        this.needs = application.hasNeeds();
        this.order = new Order(application);
        application.givesUpBy(givenUp::add);
        this.cycleBegun = cycleBegun;
    }

    /** Makes the files of an application available to the process. */
    public interface FileRule {
        /**
         * Returns the path of each file by its name.
         *
         * @param files that the application names
         */
        Map<String, Path> provide(List<InputFile> files) throws IOException;
    }

    /**
     * Replaces the rule by which files are found, which is that the originals are used and archives are not unpacked.
     * Called before {@link #run} and {@link #single}.
     */
    public SerialRun<S, U, R> withFiles(FileRule rule) {
        files = rule;
        return this;
    }

    /** Sets the seed of the run, which is 0 otherwise. Called before {@link #run} and {@link #single}. */
    public SerialRun<S, U, R> withSeed(long seed) {
        site = new UnitSite(seed);
        return this;
    }

    private static Map<String, Path> inPlace(List<InputFile> files) throws IOException {
        Map<String, Path> paths = new HashMap<>();
        for (InputFile file : files) {
            if (file.unpack()) {
                throw new IOException("file " + file.name() + ": an archive (expected: files that need no unpacking)");
            }
            paths.put(file.name(), file.path());
        }
        return paths;
    }

    private void initialize() throws ApplicationException {
        application.initialize();
        try {
            application.provide(files.provide(application.files()));
        } catch (IOException e) {
            throw ApplicationException.bad("files of " + application.className() + ": " + e, e);
        }
    }

    /**
     * Runs to the end, on the calling thread. The first method of the application that throws ends the run; if it is
     * {@code loadState} or {@code compute}, the application is told by {@link Application#incomplete}.
     */
    public Outcome run() throws ApplicationException {
        initialize();
        Results<R> results = application.results();
        Verdict verdict = Verdict.CONTINUE;
        boolean last = false;
        for (int number = 0; !last && goesOn(verdict); number++) {
            Cycle<S> cycle = application.cycle(number);
            last = cycle.last();
            verdict = runCycle(number, cycle, results);
        }
        Outcome outcome = end(verdict);
        application.finish();
        return outcome;
    }

    /**
     * Computes one unit alone, on the calling thread, to debug it. Computes the cycles before its cycle in full,
     * because they may decide what the unit is. Does not call {@code accept}, {@code endCycle} or {@code complete} for
     * the unit's cycle. Use this object for nothing else.
     *
     * @param cycle number of the unit's cycle
     * @param index of the unit in its cycle
     * @throws ApplicationException of kind NO_UNIT if there is no such cycle or unit
     */
    public Single<R> single(int cycle, long index) throws ApplicationException {
        initialize();
        Results<R> results = application.results();
        for (int number = 0; number < cycle; number++) {
            Cycle<S> before = application.cycle(number);
            if (!goesOn(runCycle(number, before, results)) || before.last()) {
                throw ApplicationException.noUnit("--unit: cycle " + cycle + " (expected: 0 to " + number + ")");
            }
        }
        Cycle<S> own = application.cycle(cycle);
        S setup = own.setup();
        if (setup == null || index >= own.units()) {
            throw ApplicationException.noUnit("--unit: " + index + " (expected: "
                    + (own.units() == 0
                            ? "another cycle: cycle " + cycle
                                    + (own.open() ? " begins without units)" : " has no unit)")
                            : "0 to " + (own.units() - 1) + " in cycle " + cycle
                                    + (own.open() ? ", the units that it begins with)" : ")")));
        }
        S given = application.passed(application.setupCodec(), setup, "setup");
        U unit = unit(index);
        R result;
        begin(cycle, index);
        long nanos;
        try {
            application.loadState();
            long from = System.nanoTime();
            result = application.compute(given, unit, site);
            nanos = System.nanoTime() - from;
        } catch (ApplicationException failure) {
            throw failure.atUnit(index);
        }
        HeapEncoder encoder = new HeapEncoder();
        application.resultCodec().encode(result, encoder);
        Optional<String> shown = application.shown(result);
        application.finish();
        return new Single<>(result, nanos, encoder.size(), shown);
    }

    private Verdict runCycle(int number, Cycle<S> cycle, Results<R> results) throws ApplicationException {
        S made = cycle.setup();
        if (made == null) {
            return Verdict.CONTINUE;
        }
        S setup = application.passed(application.setupCodec(), made, "setup");
        cycleBegun.accept(cycle.units());
        application.growth().begin(cycle);
        arrived.clear();
        order.begin();
        givenUp.clear();
        given = 0;
        hasSource = cycle.open() && application.hasSource();
        return results instanceof Accumulation<R> accumulation ? fold(number, setup, accumulation) : run(number, setup);
    }

    /** Takes the next unit that is not given up; -1 if there is none. */
    private long nextOf(int number) throws ApplicationException {
        long unit = next();
        while (unit >= 0 && givenUp.remove(unit)) {
            application.missing(
                    List.of(new FailedUnit(number, unit, FailedUnit.Kind.CANCELLED, "the application gave it up")));
            unit = next();
        }
        return unit;
    }

    /** Takes the next unit; asks the source if there is one and no other unit is left. Returns -1 if there is none. */
    private long next() throws ApplicationException {
        Cycle.Growth growth = application.growth();
        while (order.taken() == growth.units() && growth.isOpen() && hasSource && !stopped) {
            More<U> more = more();
            long next = growth.units();
            for (U unit : more.units()) {
                arrived.put(next++, unit);
            }
            growth.add(more.units().size());
            given += more.units().size();
            hasSource = !more.last();
        }
        return order.taken() < growth.units() && !stopped ? order.next(growth.units()) : -1;
    }

    private More<U> more() throws ApplicationException {
        waiting = Thread.currentThread();
        try {
            return stopped ? More.none() : application.more(given);
        } catch (ApplicationException e) {
            if (stopped) {
                return More.none();
            }
            throw e;
        } finally {
            synchronized (arrived) {
                waiting = null;
            }
            if (stopped) {
                Thread.interrupted(); // what interrupted the source is not for the methods that follow
            }
        }
    }

    private Verdict run(int number, S setup) throws ApplicationException {
        Verdict verdict = Verdict.CONTINUE;
        for (long index = nextOf(number); index >= 0; index = verdict == Verdict.CONTINUE ? nextOf(number) : -1) {
            verdict = application.accept(index, compute(number, index, setup));
            verdict = verdict == Verdict.CONTINUE ? application.settle() : verdict;
            units++;
        }
        application.growth().end();
        return goesOn(verdict) && !stopped ? application.endCycle(number) : verdict;
    }

    private Verdict fold(int number, S setup, Accumulation<R> accumulation) throws ApplicationException {
        @Nullable R total = null;
        for (long index = next(); index >= 0; index = next()) {
            R value = compute(number, index, setup);
            total = total == null ? value : application.merge(accumulation, total, value);
            units++;
        }
        application.growth().end();
        if (stopped) {
            return Verdict.CONTINUE;
        }
        Verdict verdict = application.accumulated(total == null ? accumulation.identity() : total);
        return goesOn(verdict) ? application.endCycle(number) : verdict;
    }

    private R compute(int cycle, long index, S setup) throws ApplicationException {
        U unit = unit(index);
        begin(cycle, index);
        try {
            application.loadState();
            R result = application.compute(setup, unit, site);
            return application.passed(application.resultCodec(), result, "result");
        } catch (ApplicationException e) {
            ApplicationException failure = e.atUnit(index);
            application.incomplete(List.of(new FailedUnit(cycle, index, String.valueOf(failure.getMessage()))));
            throw failure;
        }
    }

    private void begin(int cycle, long index) throws ApplicationException {
        site.occupies(needs ? application.needs(index).processors() : 1).begin(cycle, index);
    }

    private U unit(long index) throws ApplicationException {
        U sourced = arrived.remove(index);
        U unit = sourced == null ? application.unit(index) : sourced;
        try {
            return application.passed(application.unitCodec(), unit, "unit");
        } catch (ApplicationException e) {
            throw e.atUnit(index);
        }
    }

    private boolean goesOn(Verdict verdict) {
        return !stopped && (verdict == Verdict.CONTINUE || verdict == Verdict.CYCLE_COMPLETE);
    }

    private Outcome end(Verdict verdict) throws ApplicationException {
        if (verdict == Verdict.FAILED) {
            return Outcome.FAILED;
        }
        if (stopped) {
            application.interrupted();
            return Outcome.INTERRUPTED;
        }
        application.complete();
        return Outcome.COMPLETE;
    }

    /** Ends the run after the unit that is being computed. Any thread. */
    public void stop() {
        stopped = true;
        synchronized (arrived) {
            Thread source = waiting;
            if (source != null) {
                source.interrupt();
            }
        }
    }

    /** The number of accepted results, over all cycles. Any thread. */
    public long units() {
        return units;
    }

    /**
     * The order in which a serial run computes the units of a cycle: the highest priority first, then the lowest index.
     * Confined to the run's thread.
     */
    private static final class Order {
        private final Hosted<?, ?, ?> application;
        private final boolean priorities;
        /** Ranges [from, to) of units that are not computed yet, by priority. */
        private final TreeMap<Integer, Deque<long[]>> waiting = new TreeMap<>(Comparator.reverseOrder());

        private long known;
        private long taken;

        Order(Hosted<?, ?, ?> application) {
            this.application = application;
            this.priorities = application.hasPriorities();
        }

        void begin() {
            waiting.clear();
            known = 0;
            taken = 0;
        }

        /** Number of units taken so far. */
        long taken() {
            return taken;
        }

        /**
         * Takes the next unit, of which there is one.
         *
         * @param units of the cycle so far
         */
        long next(long units) throws ApplicationException {
            taken++;
            if (!priorities) {
                return taken - 1;
            }
            for (; known < units; known++) {
                Deque<long[]> ranges = waiting.computeIfAbsent(application.priority(known), key -> new ArrayDeque<>());
                long[] last = ranges.peekLast();
                if (last != null && last[1] == known) {
                    last[1]++;
                } else {
                    ranges.add(new long[] {known, known + 1});
                }
            }
            Map.Entry<Integer, Deque<long[]>> first = waiting.firstEntry();
            long[] range = first.getValue().element();
            long unit = range[0]++;
            if (range[0] == range[1]) {
                first.getValue().remove();
                if (first.getValue().isEmpty()) {
                    waiting.remove(first.getKey());
                }
            }
            return unit;
        }
    }
}
