package dev.sluice.master.tune;

import dev.sluice.master.tune.TuningState.Input;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.OwnKnob;
import dev.sluice.model.tune.Setting;
import dev.sluice.model.tune.Tuner;
import dev.sluice.model.tune.WorkersKnob;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tunes the number of workers, or what knobs of the application want. The run is looked at when a cycle ends. The
 * {@link Actuator} parks and unparks workers when the next cycle begins, or soon after that if no unit of it was
 * computed yet. Changes are judged by whole cycles, the first of which is the next one that begins after the change.
 */
final class WorkersTuner extends RunTuner {
    /** Whole cycles that are measured before the first change. */
    private static final int MEASURED = 1;

    private static final String WANTED = "a knob of the application wants it";

    private final Actuator actuator;
    private final RuntimeCosts costs;

    /** The hand-out with which the run began. */
    private final Handout handout;

    private final WorkersKnob knob;

    /** The knobs of the application, which turn the knob; null if Sluice does. */
    private final @Nullable KnobsOfApplication own;

    private final Tuner tuner;
    private final Measurements measured;

    /** The hand-out that this tuner has chosen. */
    private Handout chosen;

    /**
     * Workers that this tuner has parked, and nobody has let work again. When the tuning is over, these are away, and
     * work again when they come back.
     */
    private final Set<WorkerId> mine = new HashSet<>();

    /** Workers that the tuner beside the loop takes for parked. */
    private Set<WorkerId> believed = Set.of();

    /** Workers that are leaving or away and not gone for good, whose places have been taken. */
    private final Set<WorkerId> lost = new HashSet<>();

    /** The change that waits for the begin of a cycle. */
    private @Nullable Adjustment pending;

    /** A worker was lost or joined, so that the open cycle is no whole one. */
    private boolean disturbed;

    /** Workers were lost or came back, and the tuner beside the loop does not know yet who is parked. */
    private boolean unsettled;

    /** Units of the latest cycle that had any. */
    private long units;

    /** Whole cycles with units that have ended. The first one does not count, because workers join in it. */
    private int wholeCycles;

    /** True once the number of workers was changed. */
    private boolean changed;

    private WorkersTuner(TuningTerms terms, Floor floor, Actuator actuator, @Nullable KnobsOfApplication own) {
        super(terms, floor, own == null ? "number of workers" : "application's own settings");
        this.actuator = actuator;
        this.costs = terms.costs();
        this.handout = actuator.handout();
        this.chosen = handout;
        this.own = own;
        this.knob = own == null ? new WorkersKnob() : new OwnKnob(own);
        this.tuner = new Tuner(Setting.FLAT, knob);
        this.measured = new Measurements(beside, knob);
    }

    /** Tunes the number of workers, or what knobs of the application want. */
    static WorkersTuner of(TuningTerms terms, Floor floor, Actuator actuator) {
        return new WorkersTuner(
                terms,
                floor,
                actuator,
                terms.own().isEmpty()
                        ? null
                        : new KnobsOfApplication(terms.own(), actuator.handout().policy()));
    }

    /**
     * A moment of the run.
     *
     * @param begins whether a cycle has ended and the next one is looked at, which is taken to have as many units
     * @param clockNanos time for which cycles have been open [ns]
     * @param highest the highest number of a worker so far
     */
    private record Moment(RunMoment moment, boolean begins, RunMoment.Shape shape, long clockNanos, int highest) {
        Run run(RuntimeCosts costs) {
            return moment.run(costs, highest, shape);
        }

        SimulationStart start() {
            return moment.start(clockNanos);
        }
    }

    // ---- the run

    @Override
    public void cycleBegun(int number, long cycleUnits, long known) {
        boolean first = cycle() < 0;
        disturbed |= begins(number) || first || known > 0;
        if (!isOff()) {
            measured.handOver();
            if (is(TuningState.DECIDED)) {
                make();
                if (is(TuningState.MADE)) {
                    act(checkpoints.at(checkpoints.begunNanos()));
                }
            }
            beside.execute(() -> knob.begin(number, cycleUnits));
        }
        units = cycleUnits > 0 ? cycleUnits : units;
        checkpoints.begin(floor.nanoTime(), cycleUnits > 0);
        measured.begin(number, checkpoints.begunNanos());
    }

    @Override
    public void cycleFinished() {
        long clockNanos = checkpoints.at(floor.nanoTime());
        boolean open = checkpoints.isOpen();
        checkpoints.finish(floor.nanoTime());
        if (!open) {
            return; // without units it shows nothing
        }
        boolean whole = !disturbed;
        wholeCycles += whole ? 1 : 0;
        disturbed = false;
        if (isOff() || !measured.isTimed() || floor.isEnding() || floor.cyclesLeft() < 1) {
            return;
        }
        settle();
        if (!whole) {
            beside.execute(knob::disturbed);
        }
        if (is(TuningState.MADE)) {
            act(clockNanos);
        } else if (is(TuningState.WATCHING)) {
            look(true, whole && wholeCycles >= MEASURED, clockNanos);
        }
    }

    /** {@inheritDoc} Nothing can be foretold of such a run: all workers work again. */
    @Override
    public void cycleDropped() {
        if (!isOff() && !floor.isEnding()) {
            close("a cycle ended before its units did, so that the next one cannot be foretold");
        }
    }

    @Override
    public void results(WorkerId worker, int ofCycle, List<ResultRun> runs) {
        if (!isOff()) {
            measured.add(worker, ofCycle, runs, floor.nanoTime());
        }
    }

    /** {@inheritDoc} One that was away and parked when the tuning ended works again. */
    @Override
    public void joined(WorkerId worker) {
        disturbed = true;
        lost.remove(worker);
        unsettled |= mine.contains(worker) != believed.contains(worker);
        if (isOff() && mine.remove(worker) && !floor.isEnding()) {
            actuator.unpark(Set.of(worker), "the tuning of the number of workers has ended");
        }
    }

    @Override
    public void gone(WorkerId worker) {
        lost.remove(worker);
        if (isOff()) {
            mine.remove(worker);
        }
    }

    @Override
    public void losing(WorkerId worker) {
        disturbed = true;
        if (isOff() || !lost.add(worker) || actuator.isParked(worker)) {
            return;
        }
        unsettled = true;
        Adjustment waits = pending;
        if (waits != null) {
            drop(waits);
        }
        Set<WorkerId> parked = present(mine);
        parked.stream()
                .max(Comparator.comparingDouble(floor::speed).thenComparing(Comparator.reverseOrder()))
                .ifPresent(spare -> {
                    mine.remove(spare);
                    actuator.unpark(Set.of(spare), "takes the place of " + worker + ", which is lost");
                });
    }

    /** {@inheritDoc} They stay as they are, and the tuning ends. */
    @Override
    public void steered() {
        if (!isOff() && !floor.isEnding()) {
            mine.clear();
            String why = "workers were parked or unparked by hand";
            ends(why, "kept: not judged, because " + why);
        }
    }

    @Override
    void stop(String outcome) {
        super.stop(outcome);
        pending = null;
        lost.clear();
        measured.clear();
    }

    // ---- looks

    /** {@inheritDoc} Looks at a change that is being tried, if it is time. */
    @Override
    public void tick() {
        if (isOff() || !checkpoints.isOpen() || floor.isEnding()) {
            return;
        }
        if (measured.isBehind()) {
            close("results come faster than they can be modelled");
            return;
        }
        long now = floor.nanoTime();
        if (checkpoints.isDue(now) && is(TuningState.WATCHING) && floor.computedUnits() < units) {
            checkpoints.again(-1, now);
            settle();
            look(false, false, checkpoints.at(now));
        }
    }

    private void look(boolean begins, boolean mayPropose, long clockNanos) {
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            close(obstacle);
            return;
        }
        long most = TuningBudget.most(floor.activeSlots());
        long all = Math.min(units, most);
        double seconds = floor.expectedSeconds();
        double paced = (seconds + Math.min(seconds, passedSeconds())) / 2;
        boolean proposes = mayPropose && budget.allowsProposal(all, paced);
        Moment at = moment(begins, clockNanos);
        boolean watches = changed ? budget.allowsWatch(all, seconds) : budget.allowsProposal(all, seconds);
        if (at.moment().seats().isEmpty() || !proposes && !watches) {
            return;
        }
        measured.handOver();
        int ofCycle = cycle();
        long lookedNanos = floor.nanoTime();
        Map<Integer, String> hosts = own == null ? Map.of() : hosts();
        double cyclesLeft = floor.cyclesLeft();
        Supplier<List<Adjustment>> look = () -> {
            if (!knob.isTimed()) {
                return List.of();
            }
            if (own != null) {
                own.at(hosts, cyclesLeft);
            }
            Run run = at.run(costs);
            SimulationStart start = at.start();
            return tuner.look(knob.snapshot(run, start, begins), knob.model(run, start, most), proposes);
        };
        look(tuner, new TuningBudget.Cost(all, proposes), look, answer -> answered(answer, ofCycle, lookedNanos));
    }

    private Map<Integer, String> hosts() {
        Map<Integer, String> hosts = new HashMap<>();
        floor.present().forEach(each -> hosts.put(each.id().number(), each.host()));
        return hosts;
    }

    /** Returns why the run cannot be tuned; empty if it can. */
    private String obstacle() {
        if (!actuator.handout().equals(chosen)) {
            return chosen.policy() instanceof OwnPolicy
                    ? "the hand-out was changed"
                    : "the hand-out was changed by hand";
        }
        boolean tree = floor.present().stream().anyMatch(Floor.Present::subMaster);
        return tree ? "the run has sub-masters, whose workers cannot be parked" : "";
    }

    private Moment moment(boolean begins, long clockNanos) {
        RunMoment moment = floor.moment(applicationBeganNanos(), mine);
        moment.seats().forEach(seat -> measured.seen(seat.id()));
        double port = measured.port(moment, floor.activeSlots());
        RunMoment.Shape shape = new RunMoment.Shape(
                moment.open().cycle() + (begins ? 2 : 1), units, port > 0 ? port : Double.POSITIVE_INFINITY);
        return new Moment(moment, begins, shape, clockNanos, measured.highest());
    }

    // ---- changes

    private void answered(Answer answer, int ofCycle, long lookedNanos) {
        boolean stale = unsettled && !answer.isHome();
        for (Adjustment change : answer.changes()) {
            pending = change;
            on(Input.DECIDE);
            if (stale) {
                drop(change);
            }
        }
        settle();
        checkpoints.again(pending == null ? answer.againNanos() : -1, lookedNanos);
        boolean hardlyBegun = checkpoints.isOpen() && ofCycle + 1 == cycle() && floor.computedUnits() == 0;
        if (hardlyBegun || answer.isHome()) {
            make();
        }
        if (answer.isHome() && !isOff()) {
            stop("given up: the run fell behind its starting setting");
        }
    }

    /** The change that waits is not made. */
    private void drop(Adjustment change) {
        pending = null;
        on(Input.DROP);
        if (change.expected() != null) {
            beside.execute(tuner::refused);
        }
    }

    /** Makes the change that waits, if one does. */
    private void make() {
        Adjustment change = pending;
        if (change == null) {
            return;
        }
        pending = null;
        Set<WorkerId> wanted = change.to().parked().stream().map(WorkerId::new).collect(Collectors.toSet());
        Set<WorkerId> park = present(wanted);
        park.removeAll(mine);
        Set<WorkerId> unpark = present(mine);
        unpark.removeAll(wanted);
        Applied applied = actuator.change(park, unpark, own == null ? "the number of workers is tuned" : WANTED);
        if (!applied.refused().isEmpty()) {
            close("a change was refused: " + applied.refused());
            return;
        }
        handOut(change.to().policy(), WANTED);
        mine.addAll(park);
        mine.removeAll(unpark);
        believed = Set.copyOf(wanted);
        changed = true;
        on(Input.MAKE);
        decided(change, words(change.to()));
    }

    /** @param policy sizes chunks from now on; null: that with which the run began */
    private void handOut(@Nullable Policy policy, String why) {
        Handout to = policy == null ? handout : handout.with(policy);
        if (own != null && actuator.handout().equals(chosen) && !to.policy().equals(chosen.policy())) {
            actuator.handOut(to, why);
            chosen = actuator.handout();
        }
    }

    private String words(Setting to) {
        long all = floor.present().stream().filter(each -> each.slots() > 0).count();
        String workers = to.parked().isEmpty()
                ? "all workers work"
                : parked(present(mine).size(), all);
        return own == null ? workers : workers + ", policy " + chosen.policy();
    }

    static String parked(int count, long all) {
        return count + " of " + all + " workers " + (count == 1 ? "is" : "are") + " parked";
    }

    /** The change acts from now on, between two cycles. */
    private void act(long clockNanos) {
        on(Input.ACT);
        Moment at = moment(true, clockNanos);
        measured.handOver();
        beside.execute(() -> {
            try {
                tuner.applied(knob.snapshot(at.run(costs), at.start(), at.begins()));
            } catch (RuntimeException defect) {
                knob.disturbed(); // the next look says why
            }
        });
    }

    private Set<WorkerId> present(Set<WorkerId> of) {
        return floor.present().stream()
                .filter(each -> !each.leaving() && of.contains(each.id()))
                .map(Floor.Present::id)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Tells the tuner beside the loop who is parked, if that is not as it wanted. */
    private void settle() {
        boolean others = mine.removeIf(worker -> !actuator.isParked(worker));
        if (is(TuningState.LOOKING) || is(TuningState.DECIDED) || !unsettled && !others) {
            unsettled |= others;
            return;
        }
        unsettled = false;
        if (changed) {
            if (is(TuningState.MADE)) {
                on(Input.DROP);
            }
            believed = Set.copyOf(mine);
            Set<Integer> parked = mine.stream().map(WorkerId::number).collect(Collectors.toSet());
            beside.execute(() -> {
                tuner.settle(parked);
                knob.disturbed();
            });
        }
    }

    /**
     * {@inheritDoc} All workers work again under the first policy, for good: those that are away do so when they come
     * back.
     */
    @Override
    void close(String why) {
        Set<WorkerId> parked = present(mine);
        if (!parked.isEmpty()) {
            actuator.unpark(parked, why);
            mine.removeAll(parked);
        }
        handOut(null, why);
        ends(why, "given up: " + why);
    }
}
