package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.Setting;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tunes the number of workers of a run while it goes on. When a cycle ends, a copy of the run's state is looked at
 * beside the loop. The {@link Actuator} parks and unparks workers when the next cycle begins, or soon after that if no
 * unit of it was computed yet. Changes are judged by whole cycles, the first of which is the next one that begins after
 * the change. Confined to the master loop.
 */
public final class WorkersTuner {
    private static final String KIND = "workers";
    private static final long NONE = -1;

    /** Whole cycles that are measured before the first change. */
    private static final int MEASURED = 1;

    /** The part of a setup of the cycle before that leaves in a cycle, where not all workers get theirs in time. */
    private static final double EARLIER = 0.5;

    private final TunedFloor run;
    private final Floor floor;
    private final Actuator actuator;
    private final Beside beside;
    private final WorkersDesk desk;
    private final TuningBudget budget;
    private final Looks looks;
    private final Measurements measured;
    private final OpenDecisions decisions;
    private final CycleClock clock = new CycleClock();
    private final Handout handout;

    /**
     * Workers that this tuner has parked, and nobody has let work again. When the tuning is over, these are away, and
     * work again when they come back.
     */
    private final Set<WorkerId> mine = new HashSet<>();

    /** Workers that the tuner beside the loop takes for parked. */
    private Set<WorkerId> believed = Set.of();

    /** Workers that are leaving or away and not gone for good, whose places have been taken. */
    private final Set<WorkerId> lost = new HashSet<>();

    /** When the first result of each worker came in the latest cycle [ns]. */
    private final Map<WorkerId, Long> begins = new HashMap<>();

    /** A change that waits for the begin of a cycle. */
    private @Nullable Adjustment pending;

    /** A change has been made, and no whole cycle has begun with it. */
    private boolean unapplied;

    /** A worker was lost or joined, so that the open cycle is no whole one. */
    private boolean disturbed;

    /** Workers were lost or came back, and the tuner beside the loop does not know yet who is parked. */
    private boolean unsettled;

    private boolean off;
    private int cycle = -1;

    /** Units of the latest cycle that had any. */
    private long units;

    /** Whole cycles with units that have ended. The first one does not count, because workers join in it. */
    private int wholeCycles;

    /** True once the number of workers was changed. */
    private boolean changed;

    private long applicationBeganNanos;
    private long startedNanos;
    private long begunNanos;
    private long dueNanos = NONE;

    private WorkersTuner(TuningTerms terms, TunedFloor run, Floor floor, Actuator actuator) {
        this.run = run;
        this.floor = floor;
        this.actuator = actuator;
        this.beside = terms.beside();
        this.handout = actuator.handout();
        this.desk = new WorkersDesk(terms);
        this.budget = new TuningBudget(terms.share());
        this.looks = new Looks(run, beside, budget);
        this.decisions = new OpenDecisions(run);
        this.measured = new Measurements(beside, desk::returned);
    }

    /** A tuner of the number of workers of this run; null if they stay. */
    public static @Nullable WorkersTuner of(
            @Nullable TuningTerms terms, TunedFloor run, Floor floor, Actuator actuator) {
        return terms == null ? null : new WorkersTuner(terms, run, floor, actuator);
    }

    // ---- the run

    /**
     * A cycle begins, or the latest one is opened again. Called before setups leave.
     *
     * @param known units whose results an earlier master accepted
     */
    public void cycleBegun(int number, long cycleUnits, long known) {
        if (cycle < 0) {
            applicationBeganNanos = run.applicationNanos();
            startedNanos = run.nanoTime();
        }
        disturbed |= cycle < 0 || number == cycle || known > 0;
        dueNanos = NONE;
        if (!off) {
            measured.handOver();
            if (pending != null) {
                make();
                if (unapplied) {
                    act();
                }
            }
            beside.execute(() -> desk.begin(number, cycleUnits));
        }
        cycle = number;
        units = cycleUnits > 0 ? cycleUnits : units;
        begins.clear();
        begunNanos = run.nanoTime();
        clock.begin(begunNanos, cycleUnits > 0);
    }

    /** The open cycle has ended. Called before the next one begins. */
    public void cycleFinished() {
        long clockNanos = clock.at(run.nanoTime());
        boolean open = clock.isOpen();
        clock.finish(run.nanoTime());
        if (!open) {
            return; // without units it shows nothing
        }
        boolean whole = !disturbed;
        wholeCycles += whole ? 1 : 0;
        disturbed = false;
        if (off || !measured.isTimed() || run.isEnding() || floor.cyclesLeft() < 1) {
            return;
        }
        settle();
        if (!whole) {
            beside.execute(desk::disturbed);
        }
        if (unapplied) {
            act(clockNanos);
        } else if (pending == null && !looks.isUnderWay()) {
            look(true, whole && wholeCycles >= MEASURED, clockNanos);
        }
    }

    /** The open cycle ends before its units do. Nothing can be foretold of such a run: all workers work again. */
    public void cycleDropped() {
        if (!off && !run.isEnding()) {
            close("a cycle ended before its units did, so that the next one cannot be foretold");
        }
    }

    /** Takes the times of computed units. */
    public void results(WorkerId worker, int ofCycle, List<ResultRun> runs) {
        if (!off) {
            measured.add(worker, ofCycle, runs);
            if (ofCycle == cycle) {
                begins.putIfAbsent(worker, run.nanoTime());
            }
        }
    }

    /** A worker has joined or come back. One that was away and parked when the tuning ended works again. */
    public void joined(WorkerId worker) {
        disturbed = true;
        lost.remove(worker);
        unsettled |= mine.contains(worker) != believed.contains(worker);
        if (off && mine.remove(worker) && !run.isEnding()) {
            actuator.apply(Change.unpark(Set.of(worker), "the tuning of the number of workers has ended"));
        }
    }

    /** A worker is gone for good. */
    public void gone(WorkerId worker) {
        lost.remove(worker);
        if (off) {
            mine.remove(worker);
        }
    }

    /** Lets a parked worker take the place of one that is about to be lost, before the scheduler hears of it. */
    public void losing(WorkerId worker) {
        disturbed = true;
        if (off || !lost.add(worker) || actuator.isParked(worker)) {
            return;
        }
        unsettled = true;
        Adjustment waits = pending;
        pending = null;
        if (waits != null && waits.expected() != null) {
            beside.execute(desk::refused);
        }
        Set<WorkerId> parked = present(mine);
        parked.stream()
                .max(Comparator.comparingDouble(floor::speed).thenComparing(Comparator.reverseOrder()))
                .ifPresent(spare -> {
                    mine.remove(spare);
                    actuator.apply(Change.unpark(Set.of(spare), "takes the place of " + worker + ", which is lost"));
                });
    }

    /** Ends the tuning, because an operator has parked workers or let them work again. They stay as they are. */
    public void steered() {
        if (!off && !run.isEnding()) {
            mine.clear();
            String why = "workers were parked or unparked by hand";
            ends(why, "kept: not judged, because " + why);
        }
    }

    /** Ends the tuning, because the run is over. */
    public void runEnded() {
        stop("kept: not judged, because the run ended");
    }

    private void stop(String outcome) {
        decisions.end(outcome);
        off = true;
        pending = null;
        lost.clear();
        beside.close();
        measured.clear();
    }

    // ---- looks

    /** Looks at a change that is being tried, if it is time. Called some times in each second. */
    public void tick() {
        if (off || !clock.isOpen() || run.isEnding()) {
            return;
        }
        if (measured.isBehind()) {
            close("results come faster than they can be modelled");
            return;
        }
        boolean due = dueNanos != NONE && run.nanoTime() >= dueNanos;
        if (due && !looks.isUnderWay() && !unapplied && pending == null && run.computedUnits() < units) {
            dueNanos = NONE;
            settle();
            look(false, false, clock.at(run.nanoTime()));
        }
    }

    private void look(boolean begins, boolean mayPropose, long clockNanos) {
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            close(obstacle);
            return;
        }
        long most = TuningBudget.most(run.activeSlots());
        long all = Math.min(units, most);
        double seconds = run.expectedSeconds();
        double paced = (seconds + Math.min(seconds, (run.nanoTime() - startedNanos) / 1e9)) / 2;
        boolean proposes = mayPropose && budget.allowsProposal(all, all, paced);
        WorkersDesk.Order order = order(begins, clockNanos);
        boolean watches = changed ? budget.allowsWatch(all, seconds) : budget.allowsProposal(all, all, seconds);
        if (order.moment().seats().isEmpty() || !proposes && !watches) {
            return;
        }
        measured.handOver();
        int ofCycle = cycle;
        long lookedNanos = run.nanoTime();
        looks.begin(new TuningBudget.Cost(all, all, proposes), () -> desk.look(order, most, proposes), answer -> {
            run.looked(Knob.WORKERS, answer.allNanos());
            answered(answer, ofCycle, lookedNanos);
        });
    }

    /** Returns why the run cannot be tuned; empty if it can. */
    private String obstacle() {
        if (!actuator.handout().equals(handout)) {
            return "the hand-out was changed by hand";
        }
        boolean tree = floor.present().stream().anyMatch(Floor.Present::subMaster);
        return tree ? "the run has sub-masters, whose workers cannot be parked" : "";
    }

    private WorkersDesk.Order order(boolean begins, long clockNanos) {
        RunMoment moment = floor.moment(applicationBeganNanos, mine);
        moment.seats().forEach(seat -> measured.seen(seat.id()));
        double port = port(moment);
        return new WorkersDesk.Order(
                moment, begins, units, port > 0 ? port : Double.POSITIVE_INFINITY, clockNanos, measured.highest());
    }

    /**
     * The rate at which the master sends setups: what the fastest one arrived with, or that of all that arrived in the
     * cycle. It is not known when a setup has left, because the system takes much of it at once. 0 if it is unknown
     * [bytes/s].
     */
    private double port(RunMoment moment) {
        double setupBytes = moment.amounts().setupBytes();
        if (setupBytes <= SetupQueue.AT_ONCE_BYTES) {
            return 0;
        }
        double unitNanos = moment.costs().unitSeconds() * 1e9;
        double allNanos =
                begins.values().stream().mapToLong(Long::longValue).max().orElse(begunNanos) - begunNanos - unitNanos;
        double arrived = begins.size() + (begins.size() < run.activeSlots() ? EARLIER : 0);
        double together = allNanos > 0 ? arrived * setupBytes * 1e9 / allNanos : 0;
        return moment.seats().stream()
                .mapToDouble(RunMoment.Seat::outBytesPerSecond)
                .reduce(together, Math::max);
    }

    // ---- changes

    private void answered(TuningAnswer answer, int ofCycle, long lookedNanos) {
        if (off || run.isEnding()) {
            return;
        }
        if (!answer.defect().isEmpty()) {
            close("the model failed: " + answer.defect());
            return;
        }
        decisions.judge(answer.steps());
        for (Adjustment change : answer.changes()) {
            boolean tries = change.expected() != null;
            boolean stale = unsettled && !answer.isHome();
            pending = stale ? null : change;
            if (stale && tries) {
                beside.execute(desk::refused);
            }
        }
        settle();
        dueNanos = answer.againNanos() >= 0 && pending == null ? lookedNanos + answer.againNanos() : NONE;
        boolean hardlyBegun = clock.isOpen() && ofCycle + 1 == cycle && run.computedUnits() == 0;
        if (pending != null && (hardlyBegun || answer.isHome())) {
            make();
        }
        if (answer.isHome() && !off) {
            stop("given up: the run fell behind its starting setting");
        }
    }

    /** Makes the change that waits. */
    private void make() {
        Adjustment change = pending;
        pending = null;
        if (change == null) {
            return;
        }
        Set<WorkerId> wanted = change.to().parked().stream().map(WorkerId::new).collect(Collectors.toSet());
        Set<WorkerId> park = present(wanted);
        park.removeAll(mine);
        Set<WorkerId> unpark = present(mine);
        unpark.removeAll(wanted);
        Applied applied = actuator.apply(new Change(park, unpark, null, "the number of workers is tuned"));
        if (!applied.refused().isEmpty()) {
            close("a change was refused: " + applied.refused());
            return;
        }
        mine.addAll(park);
        mine.removeAll(unpark);
        believed = Set.copyOf(wanted);
        changed = true;
        unapplied = true;
        decisions.made(change, floor.decided(KIND, words(change.to()), change.why(), change.promise()));
    }

    private String words(Setting to) {
        long all = floor.present().stream().filter(each -> each.slots() > 0).count();
        return to.parked().isEmpty() ? "all workers work" : parked(present(mine).size(), all);
    }

    static String parked(int count, long all) {
        return count + " of " + all + " workers " + (count == 1 ? "is" : "are") + " parked";
    }

    /** The change acts from now on, between two cycles. */
    private void act() {
        act(clock.at(begunNanos));
    }

    private void act(long clockNanos) {
        unapplied = false;
        WorkersDesk.Order order = order(true, clockNanos);
        measured.handOver();
        beside.execute(() -> desk.applied(order));
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
        if (looks.isUnderWay() || pending != null || !unsettled && !others) {
            unsettled |= others;
            return;
        }
        unsettled = false;
        if (changed) {
            unapplied = false;
            believed = Set.copyOf(mine);
            Set<Integer> parked = mine.stream().map(WorkerId::number).collect(Collectors.toSet());
            beside.execute(() -> desk.settle(parked));
        }
    }

    /** Lets all workers work again, for good: those that are away do so when they come back. */
    private void close(String why) {
        Set<WorkerId> parked = present(mine);
        if (!parked.isEmpty()) {
            actuator.apply(Change.unpark(parked, why));
            mine.removeAll(parked);
        }
        ends(why, "given up: " + why);
    }

    /** @param outcome of changes that will not be judged any more */
    private void ends(String why, String outcome) {
        floor.decided(KIND, "the tuning of the number of workers ends", why, "");
        stop(outcome);
    }
}
