package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.LastUnits;
import dev.sluice.model.tune.TunedStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tunes the policy of a run while it goes on. At each tenth of a cycle it copies the state of the run, has the
 * {@link TunerDesk} decide beside the loop, and lets the {@link Actuator} make the change, unless the run has moved on.
 * Without terms it does nothing. Confined to the master loop.
 */
public final class RunTuner {

    private final TunedFloor run;
    private final Actuator actuator;
    private final ChangeTurn turn;
    private final Beside beside;
    private final TunerDesk desk;
    private final TuningBudget budget;
    private final Measurements measured;

    /** The hand-out that the tuner wants; another one is somebody else's. */
    private Handout wanted;

    private final Handout start;

    /** Numbers of the decisions, in the order of the tuner's steps. */
    private final List<Integer> decisions = new ArrayList<>();

    /** Steps whose outcome is recorded. */
    private int judged;

    /** The change that has the turn; null if none has. */
    private @Nullable Adjustment acting;

    private boolean off;
    private boolean looking;

    private int cycle = -1;
    private long units;
    private final CycleClock clock = new CycleClock();
    private final Checkpoints checkpoints = new Checkpoints();

    /** Time that the application's thread had worked when the first cycle began [ns]. */
    private long applicationBeganNanos;

    private RunTuner(TuningTerms terms, TunedFloor run, Actuator actuator, ChangeTurn turn) {
        this.run = run;
        this.actuator = actuator;
        this.turn = turn;
        this.beside = terms.beside();
        this.start = actuator.handout();
        this.wanted = start;
        this.desk = new TunerDesk(terms, start);
        this.measured = new Measurements(beside, desk::returned);
        this.budget = new TuningBudget(terms.share());
    }

    /**
     * A tuner of this run; null if its policy is not tuned.
     *
     * @param turn shared with all other tuners of the run
     */
    public static @Nullable RunTuner of(
            @Nullable TuningTerms terms, TunedFloor run, Actuator actuator, ChangeTurn turn) {
        return terms == null ? null : new RunTuner(terms, run, actuator, turn);
    }

    // ---- the run

    /**
     * A cycle has begun, or the latest one has been opened again.
     *
     * @param known units whose results an earlier master accepted
     */
    public void cycleBegun(int number, long cycleUnits, long known) {
        applicationBeganNanos = cycle < 0 ? run.applicationNanos() : applicationBeganNanos;
        if (number > 0 && number > cycle && known == 0) {
            checkpoints.beginAtOnce();
        } else {
            checkpoints.begin(known, cycleUnits);
        }
        cycle = number;
        units = cycleUnits;
        clock.begin(run.nanoTime(), cycleUnits > 0);
        if (!off) {
            measured.handOver();
            beside.execute(() -> desk.begin(number, cycleUnits));
        }
    }

    public void cycleFinished() {
        clock.finish(run.nanoTime());
    }

    /**
     * The open cycle ends before its units do. Nothing can be foretold of such a run: the starting hand-out holds from
     * now on.
     */
    public void cycleDropped() {
        if (!off && !run.isEnding()) {
            close("a cycle ended before its units did, so that the rest of a cycle cannot be foretold");
        }
    }

    /** Takes the times of computed units. */
    public void results(WorkerId worker, int ofCycle, List<ResultRun> runs) {
        if (!off) {
            measured.add(worker, ofCycle, runs);
        }
    }

    /** Ends the tuning, because the run is over. */
    public void runEnded() {
        off = true;
        turn.free(Knob.POLICY);
        beside.close();
        measured.clear();
    }

    // ---- looks

    /** Looks at the run if a checkpoint is reached. Called some times in each second. */
    public void tick() {
        if (off || !clock.isOpen() || !measured.isTimed() || run.isEnding()) {
            return;
        }
        if (measured.isBehind()) {
            close("results come faster than they can be modelled");
            return;
        }
        if (!looking && turn.isFree(Knob.POLICY) && checkpoints.isReached(run.computedUnits(), units, run.nanoTime())) {
            look();
        }
    }

    private void look() {
        if (!actuator.handout().equals(wanted)) {
            untuned("the hand-out was changed by hand");
            return;
        }
        double seconds = run.expectedSeconds();
        long most = TuningBudget.most(run.activeSlots());
        long all = Math.min(units, most);
        long remaining = units - run.computedUnits();
        boolean watches = !decisions.isEmpty() && budget.allowsWatch(all, seconds);
        if (!watches && !budget.allowsProposal(all, Math.min(remaining, most), seconds)) {
            turn.free(Knob.POLICY); // a change that cannot be judged stays, and does not keep others waiting
            return;
        }
        RunMoment moment = run.moment(applicationBeganNanos);
        moment.seats().forEach(seat -> measured.seen(seat.id()));
        long left = LastUnits.canShorten(moment.open(), most) ? most : remaining;
        boolean proposes = budget.allowsProposal(all, left, seconds);
        if (moment.seats().isEmpty() || remaining == 0 || !watches && !proposes) {
            return;
        }
        measured.handOver();
        looking = true;
        int ofCycle = cycle;
        long lookedNanos = run.nanoTime();
        long clockNanos = clock.at(lookedNanos);
        TunerDesk.Order order = new TunerDesk.Order(moment, clockNanos, measured.highest(), most, proposes);
        double simulated = TuningBudget.units(all, left, proposes);
        beside.execute(() -> {
            TuningAnswer answer = desk.look(order);
            run.post(() -> {
                looking = false;
                budget.spent(simulated, answer.cpuNanos(), answer.allNanos());
                run.looked(answer.allNanos());
                answered(answer, ofCycle, lookedNanos);
            });
        });
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
        judge(answer.steps());
        if (answer.hasJudged(acting)) {
            acting = null;
            turn.free(Knob.POLICY);
        }
        boolean tried = false;
        for (Adjustment change : answer.changes()) {
            if (!actuator.handout().equals(change.from().handout())) {
                untuned("the hand-out was changed by hand");
                return;
            }
            if (change.expected() == null) {
                apply(change);
            } else if (isStillWorth(ofCycle) && turn.take(Knob.POLICY)) {
                acting = change;
                apply(change);
                tried = true;
            } else {
                beside.execute(desk::refused);
            }
        }
        if (tried) {
            begun();
        } else {
            again(answer.againNanos(), ofCycle, lookedNanos);
        }
        if (answer.isHome()) {
            runEnded();
        }
    }

    /**
     * A change begins now, and not when the run was looked at: the state of this moment is what it is compared with.
     */
    private void begun() {
        int ofCycle = cycle;
        long nowNanos = run.nanoTime();
        long clockNanos = clock.at(nowNanos);
        measured.handOver();
        TunerDesk.Order order = new TunerDesk.Order(
                run.moment(applicationBeganNanos), clockNanos, measured.highest(), Long.MAX_VALUE, false);
        looking = true;
        beside.execute(() -> {
            long againNanos = desk.applied(order);
            run.post(() -> {
                looking = false;
                again(againNanos, ofCycle, nowNanos);
            });
        });
    }

    private void again(long afterNanos, int ofCycle, long fromNanos) {
        checkpoints.again(ofCycle == cycle ? afterNanos : -1, fromNanos);
    }

    /** A change that promises something is for the rest of the cycle that was looked at. */
    private boolean isStillWorth(int ofCycle) {
        return clock.isOpen() && ofCycle == cycle && run.computedUnits() < units;
    }

    private void apply(Adjustment change) {
        hand(change.to().handout(), change.why(), change.promise());
    }

    private void hand(Handout to, String why, String gain) {
        List<Integer> made = actuator.apply(Change.handout(to, why, gain)).decisions();
        decisions.add(made.isEmpty() ? -1 : made.get(0));
        wanted = actuator.handout();
        turn.changed(Knob.POLICY);
    }

    /** Records the outcomes that became known. Steps are judged in their order, and one at a time. */
    private void judge(List<TunedStep> steps) {
        for (int step = judged; step < Math.min(steps.size(), decisions.size()); step++) {
            String outcome = steps.get(step).outcome();
            if (!outcome.isEmpty()) {
                judged = step + 1;
                run.judged(decisions.get(step), outcome);
            }
        }
    }

    /** Goes back to the starting hand-out for good. */
    private void close(String why) {
        if (!actuator.handout().equals(start)) {
            hand(start, why, "");
        }
        untuned(why);
    }

    private void untuned(String why) {
        run.untuned(why);
        runEnded();
    }
}
