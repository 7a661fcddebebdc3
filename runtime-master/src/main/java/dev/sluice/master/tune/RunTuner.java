package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.LastUnits;
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
    private final Looks looks;
    private final Measurements measured;
    private final OpenDecisions decisions;

    /** The hand-out that the tuner wants; another one is somebody else's. */
    private Handout wanted;

    private final Handout start;

    /** The tuner has changed the hand-out at least once. */
    private boolean changed;

    /** The change that has the turn; null if none has. */
    private @Nullable Adjustment acting;

    private boolean off;

    /** Another change has acted since the latest look: the next one only compares the model with the run. */
    private boolean waited;

    /** A cycle with units has begun. */
    private boolean begun;

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
        this.desk = new TunerDesk(terms, start, turn.kept());
        this.measured = new Measurements(beside, desk::returned);
        this.budget = new TuningBudget(terms.share());
        this.looks = new Looks(run, beside, budget);
        this.decisions = new OpenDecisions(run);
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
        if (begun && number > cycle && known == 0) {
            checkpoints.beginAtOnce();
        } else {
            checkpoints.begin(known, cycleUnits);
        }
        begun |= cycleUnits > 0;
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
        decisions.end("kept: not judged, because the run ended");
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
        waited |= !turn.isFree(Knob.POLICY);
        if (!looks.isUnderWay() && turn.isFree(Knob.POLICY)) {
            Checkpoints.Reached reached = checkpoints.reached(run.computedUnits(), units, run.nanoTime());
            if (reached != Checkpoints.Reached.NOTHING) {
                look(reached == Checkpoints.Reached.TENTH || acting != null);
            }
        }
    }

    /**
     * Looks at the run.
     *
     * @param mayPropose false if the look takes place only because time has passed: the tuner then looks for nothing
     *     better, unless it judges a change
     */
    private void look(boolean mayPropose) {
        if (!actuator.handout().equals(wanted)) {
            untuned("the hand-out was changed by hand");
            return;
        }
        double seconds = run.expectedSeconds();
        long most = TuningBudget.most(run.activeSlots());
        long all = Math.min(units, most);
        long remaining = units - run.computedUnits();
        boolean watches = changed && budget.allowsWatch(all, seconds);
        boolean pays = mayPropose && budget.allowsProposal(all, Math.min(remaining, most), seconds);
        if (!watches && !pays) {
            turn.free(Knob.POLICY); // a change that cannot be judged stays, and does not keep others waiting
            return;
        }
        RunMoment moment = run.moment(applicationBeganNanos);
        moment.seats().forEach(seat -> measured.seen(seat.id()));
        long left = LastUnits.canShorten(moment.open(), most) ? most : remaining;
        boolean proposes = mayPropose && !waited && budget.allowsProposal(all, left, seconds);
        watches |= waited;
        if (moment.seats().isEmpty() || remaining == 0 || !watches && !proposes) {
            return;
        }
        if (acting != null) {
            turn.take(Knob.POLICY); // the answer may take the change back, while no other change may act
        }
        waited = false;
        measured.handOver();
        int ofCycle = cycle;
        long lookedNanos = run.nanoTime();
        long clockNanos = clock.at(lookedNanos);
        TunerDesk.Order order = new TunerDesk.Order(moment, clockNanos, measured.highest(), most, proposes);
        looks.begin(new TuningBudget.Cost(all, left, proposes), () -> desk.look(order), answer -> {
            run.looked(Knob.POLICY, answer.allNanos());
            answered(answer, ofCycle, lookedNanos);
        });
    }

    // ---- changes

    /** Takes the answer of a look at this moment of this cycle. */
    void answered(TuningAnswer answer, int ofCycle, long lookedNanos) {
        if (off || run.isEnding()) {
            return;
        }
        if (!answer.defect().isEmpty()) {
            close("the model failed: " + answer.defect());
            return;
        }
        decisions.judge(answer.steps());
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
            tries();
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
    private void tries() {
        int ofCycle = cycle;
        long nowNanos = run.nanoTime();
        long clockNanos = clock.at(nowNanos);
        measured.handOver();
        TunerDesk.Order order = new TunerDesk.Order(
                run.moment(applicationBeganNanos), clockNanos, measured.highest(), Long.MAX_VALUE, false);
        looks.compute(
                () -> desk.applied(order), // the next look says why it failed
                error -> -1L,
                againNanos -> again(againNanos, ofCycle, nowNanos));
    }

    private void again(long afterNanos, int ofCycle, long fromNanos) {
        checkpoints.again(ofCycle == cycle ? afterNanos : -1, fromNanos);
    }

    /** A change that promises something is for the rest of the cycle that was looked at. */
    private boolean isStillWorth(int ofCycle) {
        return clock.isOpen() && ofCycle == cycle && run.computedUnits() < units;
    }

    private void apply(Adjustment change) {
        decisions.made(change, hand(change.to().handout(), change.why(), change.promise()));
        changed = true;
    }

    /** Changes the hand-out; returns the number of the decision, or -1 without one. */
    private int hand(Handout to, String why, String gain) {
        List<Integer> made = actuator.apply(Change.handout(to, why, gain)).decisions();
        wanted = actuator.handout();
        turn.handedOut(wanted);
        turn.changed(Knob.POLICY);
        return made.isEmpty() ? -1 : made.get(0);
    }

    /** Goes back to the starting hand-out for good. */
    private void close(String why) {
        decisions.end("given up: " + why);
        if (!actuator.handout().equals(start)) {
            hand(start, why, "");
        }
        untuned(why);
    }

    private void untuned(String why) {
        decisions.end("given up: " + why);
        run.untuned(why);
        runEnded();
    }
}
