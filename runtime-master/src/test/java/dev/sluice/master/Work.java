package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.Remedy;
import dev.sluice.api.unit.UnitContext;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * An application of tests. The setup of a cycle is its number, the input of a unit its index, and its result
 * {@link #result}. Units take virtual time. The master's copy notes what it was called for.
 */
class Work extends Application<Long, Long, Long> {
    static final long MILLI = 1_000_000L;

    /** Added units are their parent and this; those of the source begin with that. */
    private static final long CHILD = 10_000;

    private static final long SOURCE = 500_000;

    private final VirtualLoop loop;
    private final long[] cycles;
    private final List<String> calls = new ArrayList<>();
    private final List<List<Long>> accepted = new ArrayList<>();
    private final List<Long> totals = new ArrayList<>();
    private LongUnaryOperator nanos = unit -> MILLI;
    private LongUnaryOperator order = index -> index;
    private BiConsumer<Long, UnitContext> computing = (unit, context) -> {};
    private BiFunction<Long, Integer, Remedy> remedy = (unit, tries) -> Remedy.ELSEWHERE;
    private Runnable loading = () -> {};
    /** Set when this copy has loaded its state, without which it computes nothing. */
    private boolean loaded;

    private Consumer<String> coding = step -> {};
    private Consumer<String> called = call -> {};
    private Results<Long> results = Results.each();
    private final List<String> problems = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private Verdict verdict = Verdict.CONTINUE;
    private long verdictAtUnit = -1;
    private int padding;
    private int setupPadding;
    private int inputPadding;
    private boolean keeps;
    private int restored;
    private int garbled;
    private OptionalInt expected = OptionalInt.empty();
    private boolean open;
    private long adders;
    private long ofSource;
    private long sourceFrom = SOURCE;
    private final Map<Long, Long> addedByIndex = new HashMap<>();

    /** @param cycles units of each cycle */
    Work(VirtualLoop loop, long... cycles) {
        this.loop = loop;
        this.cycles = cycles;
    }

    /** Sets the time that a unit takes on a worker [ns]. */
    Work taking(LongUnaryOperator unitNanos) {
        nanos = unitNanos;
        return this;
    }

    /** The unit at each index. */
    Work ordered(LongUnaryOperator unitAt) {
        order = unitAt;
        return this;
    }

    /** Runs at the begin of each unit; what it throws, the unit throws. */
    Work computing(LongConsumer hook) {
        return within((unit, context) -> hook.accept(unit));
    }

    /** The same with the context of the unit. */
    Work within(BiConsumer<Long, UnitContext> hook) {
        computing = hook;
        return this;
    }

    /** The rule for a unit that threw, which also gets the number of its tries. */
    Work mending(BiFunction<Long, Integer, Remedy> rule) {
        remedy = rule;
        return this;
    }

    /** Runs when a copy loads its state; what it throws, the loading throws. */
    Work loading(Runnable hook) {
        loading = hook;
        return this;
    }

    /** Runs at each call on the master, with the name of the method; what it throws, the method throws. */
    Work calling(Consumer<String> hook) {
        called = hook;
        return this;
    }

    /** Runs at each step of a codec of this copy, such as {@code encode unit 7}; what it throws, the codec throws. */
    Work coding(Consumer<String> hook) {
        coding = hook;
        return this;
    }

    /**
     * All cycles are open: units below {@code parents} add one when they are accepted, and the source gives so many.
     * The added ones are known by their parent, so that a run in which they have other indices is wrong.
     */
    Work growing(long parents, long units) {
        open = true;
        adders = parents;
        ofSource = units;
        return this;
    }

    /** All units of the only cycle come from the source, and are what they are without one. */
    Work streaming() {
        open = true;
        ofSource = cycles[0];
        sourceFrom = 0;
        cycles[0] = 0;
        return this;
    }

    /** Units of a cycle that have results, those that are added with them, if these units are missing. */
    List<Long> all(int cycle, Set<Long> missing) {
        List<Long> all = new ArrayList<>(ClusterTest.units(cycles[cycle]));
        all.removeAll(missing);
        for (long parent : List.copyOf(all)) {
            if (open && parent < adders && !(results instanceof Accumulation)) {
                all.add(CHILD + parent);
                all.add(2 * CHILD + parent);
            }
        }
        for (long given = 0; open && given < ofSource; given++) {
            all.add(sourceFrom + given);
        }
        return all;
    }

    Work results(Results<Long> how) {
        results = how;
        return this;
    }

    /** Accepting this unit gives this verdict. */
    Work decide(long unit, Verdict how) {
        verdictAtUnit = unit;
        verdict = how;
        return this;
    }

    /** Foretells so many cycles. */
    Work expecting(int cycleCount) {
        expected = OptionalInt.of(cycleCount);
        return this;
    }

    /** Gives a unit up, as an application does on any thread. */
    void drop(long index) {
        giveUp(index);
    }

    /** Results take so many bytes more on the wire. */
    Work padded(int bytes) {
        padding = bytes;
        return this;
    }

    /** Setups take so many bytes more on the wire. */
    Work heavy(int bytes) {
        setupPadding = bytes;
        return this;
    }

    /** Units take so many bytes more on the wire. */
    Work bulky(int bytes) {
        inputPadding = bytes;
        return this;
    }

    /** The same for a worker, whose units take so many times as long. */
    Work onWorker(double slowness) {
        return new Work(loop, cycles)
                .taking(unit -> Math.round(nanos.applyAsLong(unit) * slowness))
                .within(computing)
                .mending(remedy)
                .loading(loading)
                .results(results)
                .padded(padding)
                .bulky(inputPadding)
                .heavy(setupPadding);
    }

    /** The way in which results travel: {@code each}, {@code end} of the cycle, or their {@code sum}. */
    static Results<Long> mode(String name) {
        return switch (name) {
            case "each" -> Results.each();
            case "end" -> Results.atCycleEnd();
            case "sum" -> Accumulation.exact(0L, Long::sum);
            default -> throw new IllegalArgumentException(name + " (expected: each, end or sum)");
        };
    }

    /** Checks that each unit of each cycle counted once. */
    void assertComplete(String mode) {
        if (mode.equals("sum")) {
            assertThat(totals).hasSize(cycles.length);
        }
        for (int cycle = 0; cycle < cycles.length; cycle++) {
            if (mode.equals("sum")) {
                assertThat(totals.get(cycle)).isEqualTo(sum(cycle, Set.of()));
            } else {
                assertThat(accepted(cycle)).containsExactlyInAnyOrderElementsOf(all(cycle, Set.of()));
            }
        }
    }

    /** Sum of the results of a cycle. */
    long sum(int cycle, Set<Long> missing) {
        return all(cycle, missing).stream()
                .mapToLong(unit -> result(cycle, unit))
                .sum();
    }

    static long result(long cycle, long unit) {
        return 1_000_003 * cycle + unit * unit;
    }

    /** Methods called on the master, but for unit and accept, in their order. */
    List<String> calls() {
        return calls;
    }

    /** The units accepted in a cycle, in their order. */
    List<Long> accepted(int cycle) {
        return cycle < accepted.size() ? accepted.get(cycle) : List.of();
    }

    int cyclesBegun() {
        return accepted.size();
    }

    long units(int cycle) {
        return all(cycle, Set.of()).size();
    }

    /** Units with which a cycle begins. */
    long begunWith(int cycle) {
        return cycles[cycle];
    }

    /** Accumulated values, one of each cycle. */
    List<Long> totals() {
        return totals;
    }

    /** Violations: results that are wrong or were accepted twice. */
    List<String> problems() {
        return problems;
    }

    /** Values that this copy could not decode. */
    int garbled() {
        return garbled;
    }

    private void call(String method) {
        calls.add(method);
        called.accept(method);
    }

    @Override
    protected void initialize() {
        called.accept("initialize");
    }

    @Override
    protected Cycle<Long> cycle(int number) {
        call("cycle");
        if (number == accepted.size()) { // else it had begun before it was restored
            accepted.add(new ArrayList<>());
        }
        seen.clear();
        seen.addAll(accepted.get(number));
        addedByIndex.clear();
        return new Cycle<>(cycles[number], (long) number, number == cycles.length - 1, open);
    }

    @Override
    protected OptionalInt expectedCycles() {
        return expected;
    }

    @Override
    protected Long unit(long index) {
        called.accept("unit " + index);
        if (open && index >= cycles[accepted.size() - 1] && !addedByIndex.containsKey(index)) {
            throw new IllegalStateException("unit " + index + " (expected: none that the source gave)");
        }
        return addedByIndex.getOrDefault(index, order.applyAsLong(index));
    }

    @Override
    protected More<Long> more(long given) {
        called.accept("more " + given);
        long end = Math.min(ofSource, given + 1 + given % 3);
        return new More<>(
                LongStream.range(given, end).mapToObj(unit -> sourceFrom + unit).toList(), end == ofSource);
    }

    @Override
    protected void loadState() {
        if (loaded) {
            throw new IllegalStateException("the state is loaded again (expected: once in each process)");
        }
        loading.run();
        loaded = true;
    }

    @Override
    protected Long compute(Long setup, Long unit) {
        if (!loaded) {
            throw new IllegalStateException("compute without a state (expected: loadState before)");
        }
        loop.spend(nanos.applyAsLong(unit));
        computing.accept(unit, context());
        return result(setup, unit);
    }

    @Override
    protected Remedy onFailure(Long unit, Exception thrown, int tries) {
        return remedy.apply(unit, tries);
    }

    @Override
    protected Results<Long> results() {
        return results;
    }

    @Override
    protected Verdict accept(long index, Long result) {
        int cycle = accepted.size() - 1;
        if (open) {
            return acceptOpen(cycle, index, result);
        }
        if (result != result(cycle, index)) {
            problems.add("unit " + index + " of cycle " + cycle + " gave " + result);
        }
        return took(cycle, index, index);
    }

    private Verdict took(int cycle, long index, long unit) {
        if (!seen.add(index)) {
            problems.add("unit " + index + " of cycle " + cycle + " is accepted again");
        }
        called.accept("accept " + index);
        accepted.get(cycle).add(unit);
        return unit == verdictAtUnit ? verdict : Verdict.CONTINUE;
    }

    private Verdict acceptOpen(int cycle, long index, long result) {
        long unit = Math.round(Math.sqrt(result - result(cycle, 0)));
        boolean own = index < cycles[cycle] || addedByIndex.containsKey(index);
        if (own ? unit != addedByIndex.getOrDefault(index, index) : unit < sourceFrom) {
            problems.add("unit " + index + " of cycle " + cycle + " gave the result of " + unit);
        }
        Verdict decided = took(cycle, index, unit);
        if (unit < 2 * CHILD && unit % CHILD < adders) {
            addedByIndex.put(addUnits(1), unit + CHILD);
        }
        return decided;
    }

    @Override
    protected Verdict accumulated(Long total) {
        call("accumulated");
        totals.add(total);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        call("endCycle");
        return Verdict.CONTINUE;
    }

    @Override
    protected void missing(List<FailedUnit> failures) {
        call("missing " + named(failures));
    }

    @Override
    protected void incomplete(List<FailedUnit> failures) {
        call("incomplete " + named(failures));
    }

    private static String named(List<FailedUnit> failures) {
        return failures.stream()
                .map(failed -> failed.cycle() + ":" + failed.index())
                .collect(Collectors.joining(" "));
    }

    /** Keeps its state: what was accepted, and the totals. */
    Work keeping() {
        keeps = true;
        return this;
    }

    /** Cycles of which the results are in the state that was restored; 0 if none was. */
    int restored() {
        return restored;
    }

    @Override
    protected Optional<byte[]> checkpoint() {
        if (!keeps) {
            return Optional.empty();
        }
        return Optional.of(WorkState.of(accepted, totals));
    }

    @Override
    protected void restore(byte[] bytes) {
        restored = WorkState.restore(bytes, accepted, totals);
    }

    @Override
    protected void complete() {
        call("complete");
    }

    @Override
    protected void interrupted() {
        call("interrupted");
    }

    @Override
    protected Codec<Long> setupCodec() {
        return new WatchedCodec(this, "setup", setupPadding);
    }

    @Override
    protected Codec<Long> unitCodec() {
        return new WatchedCodec(this, "unit", inputPadding);
    }

    @Override
    protected Codec<Long> resultCodec() {
        return new WatchedCodec(this, "result", padding);
    }

    /** Says which step a codec takes. */
    void codes(String step) {
        coding.accept(step);
    }

    void noteGarbled() {
        garbled++;
    }
}
