package dev.sluice.model.tune;

import dev.sluice.model.policy.Weighting;
import dev.sluice.model.tune.TunerState.Input;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes settings of a run while it goes on, one at a time. At each checkpoint it looks at the safety rule first, then
 * judges the change that acts, then looks for the next one. A change is undone if it made things worse or did not do
 * what it promised. Pure: all time and chance come with the snapshot and its model. Confined to its owner.
 */
public final class Tuner {
    /** Smallest gain worth a change, as a logarithm. */
    private static final double LEAST_GAIN = 0.01;

    /** The same for a number of workers, which costs nothing to change back. */
    private static final double LEAST_WORKERS_GAIN = 0.005;

    /** A smaller gain must be seen at two checkpoints in a row, unless it exceeds its doubt by far. */
    private static final double CLEAR_GAIN = 0.05;

    /** A number of workers is clearly better if its gain exceeds the doubt so many times. */
    private static final double CLEAR_DOUBTS = 3;

    /** The model of a tenth of a cycle, and that of a whole one, is never better than this, as a logarithm. */
    private static final double LEAST_DOUBT = 0.01;

    private static final double LEAST_CYCLE_DOUBT = 0.002;

    /** Half of the model's error is common to two settings; 1.65 standard deviations leave 5 % on one side. */
    private static final double COMMON = 0.5;

    private static final double SURE = 1.65;

    /** A change is judged after this many units per slot at the earliest. */
    private static final int JUDGED_UNITS = 4;

    /** The part of the rate that another hand-out or tree may cost in its trial, whatever the model says. */
    private static final double FEARED = 0.3;

    /** The part of a cycle after which a change without harm is kept. */
    private static final double TENTH = 0.1;

    private final Setting start;
    private final Set<Knob> fixed;
    private final List<Tunlet> tunlets;
    private final SafetyLedger ledger = new SafetyLedger();
    private final ModelError error = new ModelError(LEAST_DOUBT);

    /** The model's error in whole cycles: tenths of a cycle with few units are uncertain. */
    private final ModelError cycleError = new ModelError(LEAST_CYCLE_DOUBT);

    /** The same under the starting setting. */
    private final ModelError startError = new ModelError(LEAST_CYCLE_DOUBT);

    private final Holds holds = new Holds();
    private final Map<Knob, Candidate> wonBefore = new EnumMap<>(Knob.class);
    private final Set<Setting> left = new HashSet<>();
    private final List<TunedStep> steps = new ArrayList<>();
    private TunerState state = TunerState.WATCHING;
    private Setting now;
    private long checkpoints;
    private @Nullable Snapshot before;

    /** The begin of the open cycle; null if a setting changed in it or a worker was lost. */
    private @Nullable Snapshot began;

    /** Seconds of the cycle that ended last over what the model says of it now, and the same of the one before. */
    private double thisCycle = 1;

    private double lastCycle = 1;

    /**
     * Seconds per unit of the latest whole cycle under the starting tree, and under the tree before the change that
     * acts; 0 if there was none. The way to a site may become better known, so that foretold times are not compared
     * with earlier ones.
     */
    private double startUnit;

    private double lastUnit;
    private double thisUnit;

    /** The same before somebody else changed the run; 0 if a cycle has been measured since. */
    private double otherUnit;

    /** The change that acts, and where it began. */
    private @Nullable Adjustment acting;

    private @Nullable Snapshot actingSince;

    /**
     * @param start the setting with which the run begins
     * @param fixed knobs that the user has set: they are never turned
     */
    public Tuner(Setting start, Set<Knob> fixed) {
        this(start, fixed, fixed.contains(Knob.WEIGHTS) ? start.handout().weighting() : null);
    }

    /** @param typed the weights that the user has set for policies that take any; null if they may change */
    Tuner(Setting start, Set<Knob> fixed, @Nullable Weighting typed) {
        this(start, fixed, List.of(new WorkersTunlet(), new PolicyTunlet(typed)));
    }

    /** @param tunlets in the order in which they are asked */
    Tuner(Setting start, Set<Knob> fixed, List<Tunlet> tunlets) {
        this.start = start;
        this.fixed = Set.copyOf(fixed);
        this.tunlets = List.copyOf(tunlets);
        this.now = start;
    }

    /** The state; {@link TunerState#HOME} is final. */
    public TunerState state() {
        return state;
    }

    /** The setting that holds. */
    public Setting now() {
        return now;
    }

    /** All changes so far, in the order of time. */
    public List<TunedStep> steps() {
        return List.copyOf(steps);
    }

    /** The changes at this checkpoint: nothing, one change, or an undone one and the next. */
    public List<Adjustment> decide(Snapshot snapshot, Foretelling model) {
        return look(snapshot, model, true);
    }

    /**
     * Does the same, but looks for nothing better: it simulates whole cycles only, at most one for each setting that is
     * compared.
     */
    List<Adjustment> watch(Snapshot snapshot, Foretelling model) {
        return look(snapshot, model, false);
    }

    private List<Adjustment> look(Snapshot snapshot, Foretelling model, boolean proposes) {
        int known = steps.size();
        checkpoints++;
        account(snapshot, model);
        before = snapshot;
        began = snapshot.begins() ? snapshot : snapshot.disturbed() ? null : began;
        if (state != TunerState.HOME && ledger.tripped(snapshot.inHands() + lag(snapshot, model))) {
            goHome(snapshot);
        }
        if (state == TunerState.ACTING) {
            judge(snapshot, model);
        }
        lastCycle = thisCycle;
        lastUnit = thisUnit;
        if (state == TunerState.WATCHING && proposes) {
            propose(snapshot, model);
        }
        return steps.subList(known, steps.size()).stream()
                .map(TunedStep::change)
                .toList();
    }

    /**
     * The latest change was made at this moment, a while after it was decided: it is judged by what follows. Until then
     * the setting before it held.
     */
    void applied(Snapshot snapshot) {
        began = snapshot.begins() ? snapshot : began;
        if (acting == null) {
            return;
        }
        actingSince = snapshot;
        if (left.size() == 1) { // the starting setting
            ledger.alike(snapshot.work());
            before = snapshot;
        }
    }

    /**
     * Somebody else has changed the run. The open cycle and those before it are not compared with later ones, and no
     * change begins before the next whole cycle. The starting tree is taken to have changed its pace as much as the
     * present one.
     */
    void changedElsewhere() {
        began = null;
        if (state != TunerState.ACTING && lastUnit > 0) {
            otherUnit = lastUnit;
            lastUnit = 0;
            thisUnit = 0;
        }
    }

    /**
     * Forgets the latest change, because the run could not take it any more. Nothing has changed.
     *
     * @throws IllegalStateException if no change is being tried
     */
    void refused() {
        Adjustment change = acting;
        if (change == null) {
            throw new IllegalStateException("nothing to refuse in state " + state);
        }
        now = change.from();
        steps.remove(steps.size() - 1);
        if (steps.isEmpty()) {
            left.clear();
        }
        acting = null;
        actingSince = null;
        moveTo(Input.REFUSE);
    }

    /** The run itself has parked exactly these hosts, because workers were lost: a change that acts is not judged. */
    void settle(Set<Integer> parked) {
        if (acting != null) {
            outcome("kept: not judged, because a worker was lost");
            moveTo(Input.KEEP);
        }
        now = now.withParked(parked);
        began = null;
        wonBefore.clear();
    }

    // ---- the safety rule

    /** Moves run and reference on to this checkpoint, and compares the model with what was seen. */
    private void account(Snapshot snapshot, Foretelling model) {
        Snapshot last = before;
        if (last == null || snapshot.disturbed()) {
            ledger.alike(snapshot.work());
            return;
        }
        double seconds = snapshot.seconds() - last.seconds();
        double factor = factor(snapshot, model);
        double from = snapshot.position(last.work());
        Outlook first = model.cycle(start);
        if (now.equals(start)) {
            error.add(seconds, first.between(from, snapshot.position()));
        }
        if (snapshot.begins() && began != null) {
            double foretold = model.cycle(now).end();
            double seen = began.secondsOfACycle(snapshot);
            cycleError.add(seen, foretold);
            thisCycle = seen / foretold;
            thisUnit = seen / began.units();
            startUnit = now.tree().equals(start.tree()) ? thisUnit : startUnit * paceSince(thisUnit);
            otherUnit = 0;
            if (now.equals(start)) {
                startError.add(seen, foretold);
            }
        }
        if (left.isEmpty()) {
            ledger.alike(snapshot.work());
        } else {
            double reference = Math.max(0, from - ledger.lead() / snapshot.cycleWork());
            double gain = first.after(reference, seconds / factor) - reference;
            ledger.advance(snapshot.work(), gain * snapshot.cycleWork());
        }
    }

    /** Seconds per unit over those before somebody else changed the run; 1 if nobody did. */
    private double paceSince(double unit) {
        return otherUnit > 0 ? unit / otherUnit : 1;
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
        change(snapshot, new Adjustment(snapshot.seconds(), knob(now, start), now, start, why, null));
        moveTo(Input.FALL_BEHIND);
    }

    private static Knob knob(Setting from, Setting to) {
        if (!from.tree().equals(to.tree())) {
            return Knob.TREE;
        }
        return from.parked().equals(to.parked()) ? Knob.POLICY : Knob.WORKERS;
    }

    // ---- judging

    private void judge(Snapshot snapshot, Foretelling model) {
        Adjustment change = acting;
        Snapshot since = actingSince;
        if (change == null || since == null) {
            throw new IllegalStateException("nothing to judge in state " + state);
        }
        double from = snapshot.position(since.work());
        double moved = snapshot.position() - from;
        boolean whole = change.knob().needsWholeCycles();
        boolean wait = whole && !snapshot.begins(); // setups make the begin unlike the rest
        if (wait || snapshot.disturbed() || moved * snapshot.units() < (double) JUDGED_UNITS * snapshot.slots()) {
            return;
        }
        double factor = whole ? lastCycle : factor(snapshot, model);
        if (change.knob() == Knob.TREE) {
            factor = lastUnit * snapshot.units() / model.cycle(change.from()).end();
        }
        double seen = snapshot.seconds() - since.seconds();
        double without = factor * model.cycle(change.from()).between(from, snapshot.position());
        double with = factor * model.cycle(change.to()).between(from, snapshot.position());
        double gain = Math.log(without / seen);
        double promised = Math.log(without / with);
        double hands = snapshot.inHands() / (moved * snapshot.cycleWork());
        double doubt = SURE * COMMON * doubt(change.knob()) + hands;
        String numbers = String.format(Locale.ROOT, "%.1f %% faster, %.1f %% expected", 100 * gain, 100 * promised);
        boolean worse = gain < -doubt - LEAST_GAIN;
        boolean empty = promised > LEAST_GAIN && gain + 2 * doubt < promised / 2;
        if (worse || empty) {
            outcome("undone: " + numbers);
            holds.undone(change.knob(), checkpoints);
            String why = worse ? "the change made the run slower" : "the change did not do what it promised";
            change(snapshot, new Adjustment(snapshot.seconds(), change.knob(), now, change.from(), why, null));
            moveTo(Input.UNDO);
        } else if (moved > TENTH * (1 - 1e-6) || snapshot.begins()) {
            outcome(Math.abs(gain) < doubt ? "kept: no clear effect yet, " + numbers : "kept: " + numbers);
            moveTo(Input.KEEP);
        }
    }

    // ---- proposing

    private void propose(Snapshot snapshot, Foretelling model) {
        for (Tunlet tunlet : tunlets) {
            Knob knob = tunlet.knob();
            boolean unknown = knob == Knob.TREE && lastUnit == 0; // nothing to compare a cycle with
            if (fixed.contains(knob) || holds.holds(knob, checkpoints) || unknown) {
                continue;
            }
            Race.Winner winner = new Race(model, now, 10 * checkpoints).winner(tunlet.candidates(snapshot, now, model));
            if (winner != null && isWorth(winner) && isSafe(winner.candidate().setting(), snapshot)) {
                adjust(winner, snapshot);
                return;
            }
        }
    }

    /** The gain exceeds its error; a small one twice in a row, and one that goes back by twice as much. */
    private boolean isWorth(Race.Winner winner) {
        Candidate candidate = winner.candidate();
        double doubt = winner.error() + COMMON * doubt(candidate.knob());
        double least = candidate.knob() == Knob.WORKERS ? LEAST_WORKERS_GAIN : LEAST_GAIN;
        double margin = doubt + least;
        boolean back = left.contains(candidate.setting());
        if (winner.gain() <= (back ? 2 * margin : margin)) {
            wonBefore.remove(candidate.knob());
            return false;
        }
        Candidate earlier = wonBefore.put(candidate.knob(), candidate);
        boolean clear = candidate.knob() == Knob.WORKERS
                ? winner.gain() >= least + CLEAR_DOUBTS * doubt
                : winner.gain() >= CLEAR_GAIN;
        return clear || earlier != null && isAlike(earlier.setting(), candidate.setting());
    }

    /** Both are the same, or both change only the number of hosts, to more or to fewer. */
    private boolean isAlike(Setting earlier, Setting later) {
        boolean workersOnly =
                earlier.handout().equals(now.handout()) && later.handout().equals(now.handout());
        boolean sameTree = earlier.tree().equals(later.tree());
        return earlier.equals(later) || workersOnly && sameTree && moreParked(earlier) == moreParked(later);
    }

    /** 1 if more hosts are parked than now, -1 if fewer are. */
    private int moreParked(Setting setting) {
        return Integer.signum(setting.parked().size() - now.parked().size());
    }

    /**
     * Foretold times are multiplied by it. The starting setting counts, because others may be misjudged. Its tenths say
     * little where hosts wait for a setup, so that whole cycles count there.
     */
    private double factor(Snapshot snapshot, Foretelling model) {
        if (!now.tree().equals(start.tree())) {
            return startUnit * snapshot.units() / model.cycle(start).end();
        }
        if (now.parked().equals(start.parked())) {
            return error.factor();
        }
        return startError.isEmpty() ? cycleError.factor() : startError.factor();
    }

    /** The model's doubt in the time by which a change of the knob is judged. */
    private double doubt(Knob knob) {
        return knob.needsWholeCycles() ? cycleError.doubt() : error.doubt();
    }

    /** The rule still holds when the change has been judged, even if it does much less than foretold. */
    private boolean isSafe(Setting to, Snapshot snapshot) {
        return ledger.trialWork(loss(now, to, snapshot), snapshot.inHands()) * snapshot.units()
                >= JUDGED_UNITS * snapshot.slots() * snapshot.cycleWork();
    }

    /** The part of the rate that a change may cost, whatever the model says. */
    private static double loss(Setting from, Setting to, Snapshot snapshot) {
        double all = 0;
        double parked = 0;
        for (Snapshot.HostPart host : snapshot.hosts()) {
            double rate = Math.max(host.rateWups(), Double.MIN_NORMAL);
            all += from.parked().contains(host.host()) ? 0 : rate;
            parked += !from.parked().contains(host.host()) && to.parked().contains(host.host()) ? rate : 0;
        }
        boolean same = from.handout().equals(to.handout()) && from.tree().equals(to.tree());
        return same ? parked / all : FEARED;
    }

    /** Work after which the change that acts has to be looked at again [s]; infinite if none acts. */
    public double trialWork(Snapshot snapshot) {
        Adjustment change = acting;
        if (change == null) {
            return Double.POSITIVE_INFINITY;
        }
        double loss = loss(change.from(), change.to(), snapshot);
        double most = (1 - loss) * ledger.trialWork(loss, snapshot.inHands());
        return Math.max(most, snapshot.slots() * snapshot.cycleWork() / snapshot.units());
    }

    private void adjust(Race.Winner winner, Snapshot snapshot) {
        Candidate candidate = winner.candidate();
        String why = String.format(
                Locale.ROOT,
                "the rest of the %s takes %.3g s instead of %.3g s, %.1f %% less (± %.1f)%s",
                candidate.knob() == Knob.TREE ? "run" : "cycle",
                winner.secondsThen(),
                winner.secondsNow(),
                100 * (1 - Math.exp(-winner.gain())),
                100 * winner.error(),
                candidate.words().isEmpty() ? "" : "; " + candidate.words());
        Expectation expected = new Expectation(winner.secondsNow(), winner.secondsThen(), winner.error());
        acting = new Adjustment(snapshot.seconds(), candidate.knob(), now, candidate.setting(), why, expected);
        actingSince = snapshot;
        change(snapshot, acting);
        moveTo(Input.CHANGE);
    }

    // ---- keeping the record

    private void change(Snapshot snapshot, Adjustment change) {
        left.add(now);
        now = change.to();
        steps.add(new TunedStep(change, ""));
        wonBefore.clear();
        before = snapshot;
        began = snapshot.begins() ? snapshot : null;
    }

    private void outcome(String text) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).change().equals(acting)) {
                steps.set(i, new TunedStep(steps.get(i).change(), text));
            }
        }
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
}
