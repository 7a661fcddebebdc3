package dev.sluice.model.tune;

import dev.sluice.model.tune.TunerState.Input;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes a setting of a run while it goes on. At each checkpoint it looks at the safety rule first, then judges the
 * change that acts, then looks for the next one. A change is undone if it made things worse or did not do what it
 * promised. Pure: all time and chance come with the snapshot and its model. Confined to its owner.
 */
public final class Tuner {
    /** The model of a tenth of a cycle, and that of a whole one, is never better than this, as a logarithm. */
    private static final double LEAST_DOUBT = 0.01;

    private static final double LEAST_CYCLE_DOUBT = 0.002;

    /** Half of the model's error is common to two settings; 1.65 standard deviations leave 5 % on one side. */
    private static final double COMMON = 0.5;

    private static final double SURE = 1.65;

    /** A change is judged after this many units per slot at the earliest. */
    private static final int JUDGED_UNITS = 4;

    private final Setting start;
    private final Knob knob;
    private final SafetyLedger ledger = new SafetyLedger();
    private final ModelError error = new ModelError(LEAST_DOUBT);

    /** The model's error in whole cycles: tenths of a cycle with few units are uncertain. */
    private final ModelError cycleError = new ModelError(LEAST_CYCLE_DOUBT);

    /** The same under the starting setting. */
    private final ModelError startError = new ModelError(LEAST_CYCLE_DOUBT);

    private final Wins wins;
    private final CyclePaces paces = new CyclePaces();
    private final Set<Setting> left = new HashSet<>();
    private final List<TunedStep> steps = new ArrayList<>();
    private TunerState state = TunerState.WATCHING;
    private Setting now;
    private long checkpoints;
    private @Nullable Snapshot before;

    /** The run when it was looked at last. */
    private @Nullable Snapshot latest;

    /** The latest look compared settings. */
    private boolean compared;

    /** The begin of the open cycle; null if a setting changed in it or a worker was lost. */
    private @Nullable Snapshot began;

    /** The change that acts, and where it began. */
    private @Nullable Adjustment acting;

    private @Nullable Snapshot actingSince;

    /**
     * @param start the setting with which the run begins
     * @param knob is turned
     */
    public Tuner(Setting start, Knob knob) {
        this.start = start;
        this.knob = knob;
        this.wins = new Wins(knob);
        this.now = start;
    }

    public TunerState state() {
        return state;
    }

    /** The setting that holds. */
    public Setting now() {
        return now;
    }

    /** True if the starting setting holds until the end of the run. */
    public boolean isHome() {
        return state == TunerState.HOME;
    }

    /** Tells whether the latest look compared settings, by simulating the rest under each of them. */
    public boolean hasCompared() {
        return compared;
    }

    /** All changes so far, in the order of time. */
    public List<TunedStep> steps() {
        return List.copyOf(steps);
    }

    /**
     * The changes at this checkpoint: nothing, one change, or an undone one and the next.
     *
     * @param proposes whether to look for something better; otherwise the model simulates whole cycles only, at most
     *     one for each setting that is compared
     */
    public List<Adjustment> look(Snapshot snapshot, Foretelling model, boolean proposes) {
        int known = steps.size();
        checkpoints++;
        latest = snapshot;
        compared = false;
        account(snapshot, model);
        before = snapshot;
        began = snapshot.begins() ? snapshot : snapshot.disturbed() ? null : began;
        if (state != TunerState.HOME && ledger.tripped(snapshot.inHands() + lag(snapshot, model))) {
            goHome(snapshot);
        }
        if (state == TunerState.ACTING) {
            judge(snapshot, model);
        }
        if (state != TunerState.ACTING) {
            paces.judged();
        }
        if (state == TunerState.WATCHING && proposes) {
            propose(snapshot, model);
        }
        knob.looked(steps.size() > known);
        return steps.subList(known, steps.size()).stream()
                .map(TunedStep::change)
                .toList();
    }

    /**
     * The latest change was made at this moment, a while after it was decided: it is judged by what follows. Until then
     * the setting before it held.
     */
    public void applied(Snapshot snapshot) {
        latest = snapshot;
        began = snapshot.begins() ? snapshot : began;
        if (acting == null) {
            return;
        }
        actingSince = snapshot;
        if (left.size() == 1) { // the starting setting
            ledger.alike(snapshot.work().done());
            before = snapshot;
        }
    }

    /**
     * Forgets the latest change, because the run could not take it any more. Nothing has changed.
     *
     * @throws IllegalStateException if no change is being tried
     */
    public void refused() {
        Adjustment change = acting;
        if (change == null) {
            throw new IllegalStateException("nothing to refuse in state " + state);
        }
        now = change.from();
        steps.remove(steps.size() - 1);
        if (steps.isEmpty()) {
            left.clear();
        }
        forget();
        moveTo(Input.REFUSE);
    }

    /** The run itself has parked exactly these hosts, because workers were lost: a change that acts is not judged. */
    public void settle(Set<Integer> parked) {
        if (acting != null) {
            outcome("kept: not judged, because a worker was lost");
            moveTo(Input.KEEP);
        }
        now = now.withParked(parked);
        began = null;
        wins.clear();
    }

    // ---- the safety rule

    /** Moves run and reference on to this checkpoint, and compares the model with what was seen. */
    private void account(Snapshot snapshot, Foretelling model) {
        Snapshot last = before;
        if (last == null || snapshot.disturbed()) {
            ledger.alike(snapshot.work().done());
            return;
        }
        double seconds = snapshot.seconds() - last.seconds();
        double factor = factor(snapshot, model);
        double from = snapshot.position(last);
        Outlook first = model.cycle(start);
        if (now.equals(start)) {
            error.add(seconds, first.between(from, snapshot.position()));
        }
        if (snapshot.begins() && began != null) {
            double foretold = model.cycle(now).end();
            double seen = began.secondsOfACycle(snapshot);
            cycleError.add(seen, foretold);
            paces.ended(seen, foretold, began.units(), now.tree().equals(start.tree()));
            if (now.equals(start)) {
                startError.add(seen, foretold);
            }
        }
        if (left.isEmpty()) {
            ledger.alike(snapshot.work().done());
        } else {
            double reference = Math.max(0, from - ledger.lead() / snapshot.cycleWork());
            double gain = first.after(reference, seconds / factor) - reference;
            ledger.advance(snapshot.work().done(), gain * snapshot.cycleWork());
        }
    }

    /**
     * Work by which another tree is behind at this moment of a cycle, because its setups leave in another order, and
     * which it makes good until the end of the cycle, as the model says [s].
     */
    private double lag(Snapshot snapshot, Foretelling model) {
        Snapshot first = began;
        if (now.tree().equals(start.tree()) || first == null) {
            return 0;
        }
        double seconds = (snapshot.seconds() - first.seconds()) / factor(snapshot, model);
        double behind = model.cycle(start).after(0, seconds) - model.cycle(now).after(0, seconds);
        return Math.max(0, behind) * snapshot.cycleWork();
    }

    private void goHome(Snapshot snapshot) {
        String why = String.format(
                Locale.ROOT,
                "the run has done %.1f %% of what the starting setting would have done; it holds from now on",
                100 * ledger.share());
        if (acting != null) {
            outcome("given up: the run fell behind its starting setting");
        }
        change(snapshot, to(start, snapshot, why, null));
        moveTo(Input.FALL_BEHIND);
    }

    // ---- judging

    private void judge(Snapshot snapshot, Foretelling model) {
        Adjustment change = acting;
        Snapshot since = actingSince;
        if (change == null || since == null) {
            throw new IllegalStateException("nothing to judge in state " + state);
        }
        double from = snapshot.position(since);
        double moved = snapshot.position() - from;
        boolean wait = !snapshot.begins(); // setups make the begin unlike the rest
        if (wait || snapshot.disturbed() || moved * snapshot.units() < (double) JUDGED_UNITS * snapshot.slots()) {
            return;
        }
        double factor = knob.isJudgedByUnits()
                ? paces.lastUnit()
                        * snapshot.units()
                        / model.cycle(change.from()).end()
                : paces.lastCycle();
        double seen = snapshot.seconds() - since.seconds();
        double without = factor * model.cycle(change.from()).between(from, snapshot.position());
        double with = factor * model.cycle(change.to()).between(from, snapshot.position());
        double gain = Math.log(without / seen);
        double promised = Math.log(without / with);
        double hands = snapshot.inHands() / (moved * snapshot.cycleWork());
        boolean cold = !change.to().parked().containsAll(change.from().parked()); // their code may not be compiled yet
        double doubt = SURE * COMMON * cycleError.doubt() + hands + (cold ? cycleError.widest() : 0);
        String numbers = Adjustment.effect(gain, promised);
        boolean worse = gain < -doubt - Wins.LEAST_GAIN;
        boolean empty = promised > Wins.LEAST_GAIN && gain + 2 * doubt < promised / 2;
        if (worse || empty) {
            outcome("undone: " + numbers);
            wins.undone(checkpoints);
            String why = worse ? "the change made the run slower" : "the change did not do what it promised";
            change(snapshot, to(change.from(), snapshot, why, null));
            moveTo(Input.UNDO);
        } else {
            outcome(Math.abs(gain) < doubt ? "kept: no clear effect yet, " + numbers : "kept: " + numbers);
            moveTo(Input.KEEP);
        }
    }

    // ---- proposing

    private void propose(Snapshot snapshot, Foretelling model) {
        boolean unknown = knob.isJudgedByUnits() && paces.lastUnit() == 0; // nothing to compare a cycle with
        if (wins.rests(checkpoints) || unknown) {
            return;
        }
        List<Candidate> candidates = knob.candidates(snapshot, now, model);
        compared = !candidates.isEmpty();
        Race.Winner winner = new Race(model, now, 10 * checkpoints).winner(candidates);
        if (winner != null && isWorth(winner) && isSafe(winner.candidate().setting(), snapshot)) {
            adjust(winner, snapshot);
        }
    }

    private boolean isWorth(Race.Winner winner) {
        boolean back = left.contains(winner.candidate().setting());
        return wins.isWorth(winner, now, back, COMMON * cycleError.doubt());
    }

    /**
     * Foretold times are multiplied by it. The starting setting counts, because others may be misjudged. Its tenths say
     * little where hosts wait for a setup, so that whole cycles count there.
     */
    private double factor(Snapshot snapshot, Foretelling model) {
        if (!now.tree().equals(start.tree())) {
            return paces.startUnit() * snapshot.units() / model.cycle(start).end();
        }
        if (now.equals(start)) {
            return error.factor();
        }
        return startError.isEmpty() ? cycleError.factor() : startError.factor();
    }

    /** The rule still holds when the change has been judged, even if it does much less than foretold. */
    private boolean isSafe(Setting to, Snapshot snapshot) {
        double hands = snapshot.inHands() + snapshot.setupWork();
        return ledger.trialWork(knob.loss(now, to, snapshot), hands) * snapshot.units()
                >= JUDGED_UNITS * snapshot.slots() * snapshot.cycleWork();
    }

    /** Work after which the change that acts has to be looked at again [s]; infinite if none acts. */
    double trialWork(Snapshot snapshot) {
        Adjustment change = acting;
        if (change == null) {
            return Double.POSITIVE_INFINITY;
        }
        double loss = knob.loss(change.from(), change.to(), snapshot);
        double most = (1 - loss) * ledger.trialWork(loss, snapshot.inHands());
        return Math.max(most, snapshot.slots() * snapshot.cycleWork() / snapshot.units());
    }

    /**
     * Time after the latest look at which the run has to be looked at again, because of the change that acts [s];
     * negative if there is no need before the next checkpoint. All slots together do no more work than their number in
     * each second: this is never late.
     */
    public double againSeconds() {
        Snapshot snapshot = latest;
        double work = snapshot == null ? Double.POSITIVE_INFINITY : trialWork(snapshot);
        return snapshot != null && work < snapshot.work().left() ? work / Math.max(1, snapshot.slots()) : -1;
    }

    private void adjust(Race.Winner winner, Snapshot snapshot) {
        Candidate candidate = winner.candidate();
        String why = String.format(
                Locale.ROOT,
                "the rest of the %s takes %.3g s instead of %.3g s, %.1f %% less (± %.1f)%s",
                knob.window(),
                winner.secondsThen(),
                winner.secondsNow(),
                100 * (1 - Math.exp(-winner.gain())),
                100 * winner.error(),
                candidate.words().isEmpty() ? "" : "; " + candidate.words());
        Expectation expected = new Expectation(winner.secondsNow(), winner.secondsThen(), winner.error());
        acting = to(candidate.setting(), snapshot, why, expected);
        actingSince = snapshot;
        change(snapshot, acting);
        moveTo(Input.CHANGE);
    }

    // ---- keeping the record

    private Adjustment to(Setting next, Snapshot snapshot, String why, @Nullable Expectation expected) {
        return new Adjustment(
                snapshot.seconds(), knob.word(), now, next, knob.text(now), knob.text(next), why, expected);
    }

    private void change(Snapshot snapshot, Adjustment change) {
        left.add(now);
        now = change.to();
        steps.add(new TunedStep(change, ""));
        wins.clear();
        before = snapshot;
        began = snapshot.begins() ? snapshot : null;
    }

    private void outcome(String text) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).change().equals(acting)) {
                steps.set(i, new TunedStep(steps.get(i).change(), text));
            }
        }
        forget();
    }

    /** No change acts. */
    private void forget() {
        acting = null;
        actingSince = null;
    }

    private void moveTo(Input input) {
        TunerState next = TunerState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException("tuner in state " + state + ": " + input + ", after " + steps);
        }
        state = next;
    }

    /**
     * How long whole cycles took, by which a change of workers or of the tree is judged. The way to a site may become
     * better known, so that foretold times are not compared with earlier ones. Confined to its tuner.
     */
    private static final class CyclePaces {
        /** Seconds of the cycle that ended last over what the model says of it now. */
        private double thisCycle = 1;

        /** The same of the one before. */
        private double lastCycle = 1;

        /** Seconds per unit of the latest whole cycle under the starting tree; 0 if there was none. */
        private double startUnit;

        /** Seconds per unit of the latest whole cycle; 0 if there was none. */
        private double thisUnit;

        /** The same under the tree before the change that acts. */
        private double lastUnit;

        /**
         * A whole cycle has ended.
         *
         * @param seen its time [s]
         * @param foretold its time as the model says now [s]
         * @param startingTree true if it had the starting tree
         */
        void ended(double seen, double foretold, long units, boolean startingTree) {
            thisCycle = seen / foretold;
            thisUnit = seen / units;
            startUnit = startingTree ? thisUnit : startUnit;
        }

        /** The change that acted until now has been judged. */
        void judged() {
            lastCycle = thisCycle;
            lastUnit = thisUnit;
        }

        /** Seconds of the cycle before the change that acts, over what the model says of it now. */
        double lastCycle() {
            return lastCycle;
        }

        double startUnit() {
            return startUnit;
        }

        double lastUnit() {
            return lastUnit;
        }
    }
}
