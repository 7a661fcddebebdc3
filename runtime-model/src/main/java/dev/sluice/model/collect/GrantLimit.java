package dev.sluice.model.collect;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adapts g, the maximum number of results on their way at once. It measures goodput in windows and compares it with the
 * best seen at other g. It climbs while that helps by more than noise, halves g on collapse or stall, and tries
 * neighbouring values from time to time. Confined to its desk.
 *
 * <p>A {@link GoodputWindow} lasts at least eight results, and two results per grant, so that transfers that end
 * together do not bias it. While g is doubled, half as many results suffice, because the effect exceeds noise. A window
 * in which the offers did not use g is dropped, unless its goodput was higher than before.
 */
final class GrantLimit {
    static final int HISTORY = 256;

    private static final int WINDOW_RESULTS = 8;

    /** Goodput below this fraction of the best has collapsed. */
    private static final double COLLAPSE = 0.7;

    /** A window counts for g if at least this fraction of g was in use on average. */
    private static final double USED = 0.75;

    /** Goodput at one g is the mean of this many windows. Bursts vary more, so that more of them are averaged. */
    private static final int WINDOWS_KEPT = 2;

    private static final int BURSTS_KEPT = 32;

    /** A trial over bursts is undecided after this many and ends; the next trial continues with its mean. */
    private static final int TRIAL_BURSTS = 4;

    /** Number of successive collapsed bursts that count as a collapse. */
    private static final int COLLAPSED_BURSTS = 2;

    private static final int FIRST_PAUSE = 4;
    private static final int LONGEST_PAUSE = 32;

    /** A rise of goodput by this factor shows that the link has become faster. */
    private static final double FASTER = 1.1;

    /** Maximum fraction of the receiving time that trials may cost. */
    private static final double MOST_LOST = 0.02;

    /** Fraction by which the recorded cost and duration of windows fade with each new window, because links change. */
    private static final double FADING = 1.0 / 256;

    private static final double MOST_NOISE = 0.1;
    private static final double GAIN = 0.2;

    private final double leastNoise;
    private final GoodputWindow window;

    /** Mean relative deviation of a window's goodput from that of earlier windows. */
    private double deviation;

    private final Deque<GrantChange> history = new ArrayDeque<>();

    /** Goodput at one g [bytes/ns]. */
    private static final class Seen {
        final int grants;
        double mean;
        int windows;

        Seen(int grants) {
            this.grants = grants;
        }

        void add(double goodput, int most) {
            windows = Math.min(most, windows + 1);
            mean += (goodput - mean) / windows;
        }
    }

    /** Goodput by g; cleared when the link has changed. */
    private final TreeMap<Integer, Seen> seen = new TreeMap<>();

    /** Windows of the present trial, and successive collapsed windows. */
    private int trialWindows;

    private int collapsed;

    private int senders = 1;
    private int limit = 1;

    /** The value to which g returns if a trial fails; equal to g outside of trials. */
    private int base = 1;

    /** True until the first trial fails: trials double g. */
    private boolean doubling = true;

    /**
     * True afterwards, if bursts are judged as a whole, until the first such trial fails: trials halve g. The doubling
     * phase saw few bursts, and during warm-up later bursts looked better.
     */
    private boolean halving;

    private boolean lastTrialUp;
    private int pause = FIRST_PAUSE;
    private int windowsToTrial;

    /** Time lost in trial windows, and duration of all windows [ns]. */
    private double lostNanos;

    private double windowsNanos;

    /** True if the last window closed because no transfer was on its way. */
    private boolean bursts;

    GrantLimit(GrantConfig config) {
        this.leastNoise = config.noise();
        this.window = new GoodputWindow(config.roundTripNanos());
    }

    int limit() {
        return limit;
    }

    List<GrantChange> history() {
        return List.copyOf(history);
    }

    void roundTrip(long nanos) {
        window.roundTrip(nanos);
    }

    long roundTripNanos() {
        return window.roundTripNanos();
    }

    /** The best goodput seen lately [bytes/ns]; 0 before the first window has ended. */
    double best() {
        return seen.values().stream().mapToDouble(at -> at.mean).max().orElse(0);
    }

    void begin(long nowNanos) {
        note(GrantChange.Why.START, nowNanos);
        window.begin(nowNanos);
    }

    void senders(int count, long nowNanos) {
        senders = Math.max(1, count);
        if (limit > senders) {
            seen.tailMap(senders, false).clear();
            settleAt(senders, GrantChange.Why.SENDERS, nowNanos);
        }
    }

    /** Records that {@code count} transfers hold a place from now on. */
    void places(int count, long nowNanos) {
        window.places(count, nowNanos);
    }

    /** Records a pause: the application sends no results. */
    void idle(long nowNanos) {
        if (window.idle(windowResults(), nowNanos)) {
            close(nowNanos);
        }
    }

    /** Records the end of a pause. */
    void busy(long nowNanos) {
        window.busy(nowNanos);
    }

    void received(long more) {
        window.received(more);
    }

    /** Records that a result has arrived completely. */
    void delivered(long grantedNanos, long nowNanos) {
        window.delivered(grantedNanos, nowNanos);
    }

    /** Remaining duration of the window if no more results are needed, or {@link Long#MAX_VALUE}. */
    long windowLeftNanos(long nowNanos) {
        return window.leftNanos(windowResults(), nowNanos);
    }

    private int windowResults() {
        int whole = Math.max(WINDOW_RESULTS, 2 * limit);
        return doubling ? whole / 2 : whole;
    }

    /** Relative difference of goodput that counts as significant. */
    private double noise() {
        return Math.max(leastNoise, Math.min(MOST_NOISE, 2 * deviation));
    }

    /** Relative difference that counts as significant between two values of g. More bursts reduce it. */
    private double noise(Seen one, Seen other) {
        return bursts
                ? Math.max(leastNoise, 2 * deviation * Math.sqrt(1.0 / one.windows + 1.0 / other.windows))
                : noise();
    }

    private Seen add(double goodput) {
        Seen at = seen.computeIfAbsent(limit, Seen::new);
        at.add(goodput, bursts ? BURSTS_KEPT : WINDOWS_KEPT);
        return at;
    }

    /** Judges the window if it has ended. */
    void look(long nowNanos) {
        if (windowLeftNanos(nowNanos) <= 0) {
            window.settle(nowNanos);
            close(nowNanos);
        }
    }

    private void close(long nowNanos) {
        GoodputWindow.Measured measured = window.close(nowNanos);
        double goodput = measured.goodput();
        bursts = measured.burst();
        boolean used = bursts ? measured.mostPlaces() >= limit : measured.meanPlaces() >= USED * limit;
        count(measured.nanos(), goodput);
        if (!used && !(limit > base && helpsUnused(goodput))) {
            if (limit != base) {
                rarer();
                giveUpTrial(GrantChange.Why.BACK, nowNanos);
            }
        } else if (limit != base) {
            judgeTrial(goodput, nowNanos);
        } else {
            judge(goodput, nowNanos);
        }
    }

    /** True if goodput rose although the offers did not use g: fast transfers no longer wait for slow ones. */
    private boolean helpsUnused(double goodput) {
        Seen before = seen.get(base);
        return before != null && goodput > before.mean * (1 + noise());
    }

    private void count(double nanos, double goodput) {
        windowsNanos += nanos - FADING * windowsNanos;
        lostNanos -= FADING * lostNanos;
        double before = limit == base || !seen.containsKey(base) ? 0 : seen.get(base).mean;
        if (goodput < before) {
            lostNanos += nanos * (1 - goodput / before);
        }
    }

    /** True if trials were cheap enough so far to allow another one. */
    private boolean affordable() {
        return lostNanos <= MOST_LOST * windowsNanos;
    }

    private void judgeTrial(double goodput, long nowNanos) {
        Seen before = seen.get(base);
        double least = before == null ? 0 : before.mean;
        boolean up = limit > base;
        if (!bursts) {
            seen.remove(limit);
        }
        Seen trial = add(goodput);
        double noise = before == null ? 0 : doubling && bursts ? MOST_NOISE : noise(trial, before);
        trialWindows++;
        boolean helps = up ? trial.mean > least * (1 + noise) : trial.mean >= least;
        boolean told = helps || !bursts || doubling || (up ? trial.mean < least : trial.mean < least * (1 - noise));
        if (!told && trialWindows < TRIAL_BURSTS) {
            return;
        }
        if (helps) {
            base = limit;
            pause = FIRST_PAUSE;
            windowsToTrial = halving ? 1 : pause;
            if (up && senders > limit) {
                tryUp(GrantChange.Why.CLIMB, nowNanos);
            }
        } else {
            rarer();
            halving &= up;
            giveUpTrial(goodput < COLLAPSE * least ? GrantChange.Why.COLLAPSE : GrantChange.Why.BACK, nowNanos);
        }
    }

    /** Doubles the pause before the next trial. */
    private void rarer() {
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }

    private void giveUpTrial(GrantChange.Why why, long nowNanos) {
        halving = base > 1 && (halving || (doubling && bursts));
        doubling = false;
        settleAt(base, why, nowNanos);
        if (halving) {
            windowsToTrial = 1;
        }
    }

    private void judge(double goodput, long nowNanos) {
        Seen known = seen.get(limit);
        double before = known == null ? 0 : known.mean;
        if (known != null) {
            deviation += GAIN * (Math.abs(goodput - before) / before - deviation);
        }
        Seen at = add(goodput);
        Seen other = bestOther();
        double best = other == null ? 0 : other.mean;
        collapsed = goodput < COLLAPSE * best ? collapsed + 1 : 0;
        if (collapsed >= (bursts ? COLLAPSED_BURSTS : 1)) {
            collapsed = 0;
            forgetOthers(goodput);
            if (limit > 1) {
                settleAt(limit / 2, GrantChange.Why.COLLAPSE, nowNanos);
            }
        } else if (other != null && isBetter(other, at)) {
            settleAt(other.grants, GrantChange.Why.BETTER, nowNanos);
        } else if (known != null && goodput > FASTER * before * (1 + noise()) && !bursts && affordable()) {
            pause = FIRST_PAUSE;
            lastTrialUp = false;
            tryNeighbour(nowNanos);
        } else if (--windowsToTrial <= 0 && affordable()) {
            tryNeighbour(nowNanos);
        }
    }

    private void forgetOthers(double goodput) {
        seen.clear();
        add(goodput);
        pause = FIRST_PAUSE;
        windowsToTrial = 1;
    }

    private boolean isBetter(Seen other, Seen at) {
        return other.mean > at.mean * (1 + (other.grants > limit && !bursts ? MOST_NOISE : noise(at, other)));
    }

    /** The best goodput seen at other values of g. */
    private @Nullable Seen bestOther() {
        Seen best = null;
        for (Seen other : seen.values()) {
            if (other.grants != limit && other.grants <= senders && (best == null || other.mean > best.mean)) {
                best = other;
            }
        }
        return best;
    }

    private void tryNeighbour(long nowNanos) {
        windowsToTrial = pause;
        boolean down = limit > 1 && !doubling && (lastTrialUp || halving);
        boolean up = senders > limit && !down;
        if (up) {
            tryUp(doubling ? GrantChange.Why.CLIMB : GrantChange.Why.PROBE, nowNanos);
        } else if (limit > 1) {
            lastTrialUp = false;
            change(halving ? limit / 2 : limit - step(), GrantChange.Why.PROBE, nowNanos);
        }
    }

    private void tryUp(GrantChange.Why why, long nowNanos) {
        lastTrialUp = true;
        change(Math.min(senders, doubling ? 2 * limit : limit + step()), why, nowNanos);
    }

    private int step() {
        return Math.max(1, limit / 4);
    }

    /** Records a stall. Stalls right after a change are ignored, because the earlier g may have caused them. */
    void stalled(long nowNanos) {
        if (!window.isMeasuring() || limit == 1) {
            return;
        }
        rarer();
        seen.tailMap(limit, true).clear();
        if (limit != base) {
            lostNanos += window.nanos(nowNanos);
        }
        if (limit > base) {
            giveUpTrial(GrantChange.Why.STALL, nowNanos);
        } else {
            doubling = false;
            settleAt(limit / 2, GrantChange.Why.STALL, nowNanos);
        }
    }

    private void settleAt(int g, GrantChange.Why why, long nowNanos) {
        base = g;
        windowsToTrial = pause;
        change(g, why, nowNanos);
    }

    private void change(int g, GrantChange.Why why, long nowNanos) {
        limit = g;
        trialWindows = 0;
        collapsed = 0;
        window.changed(nowNanos);
        note(why, nowNanos);
    }

    private void note(GrantChange.Why why, long nowNanos) {
        if (history.size() == HISTORY) {
            history.removeFirst();
        }
        history.addLast(new GrantChange(nowNanos, limit, why));
    }
}
