package dev.sluice.model.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Divides the slots of a pool over its runs: weighted fair shares first, then by marginal gain. The caller asks again
 * after each change of hosts, runs or holdings, and at least every few seconds, and carries out the moves.
 *
 * <p>A run's share counts at most its knee, its backlog and its limit. Slots that all runs leave go to those whose
 * rates still grow. Shares are fractions; a run holds its share rounded up or down, and the runs that share a slot take
 * turns. Every run with work has a share above 0, so that each gets a slot in time.
 *
 * <p>The same calls give the same decisions. The memory between calls holds only time lags and damped estimates: a new
 * object in place of a lost one decides soundly. Confined to its caller's thread.
 */
public final class SlotDivision {
    private final DivisionTerms terms;
    private final Map<String, RunMemory> memories = new HashMap<>();
    private long lastNanos;
    private long steps;

    public SlotDivision(DivisionTerms terms) {
        this.terms = terms;
    }

    /**
     * Decides who gets which slots. O((hosts + holdings + runs + slots that change)·log(hosts + runs))
     *
     * @param nowNanos not before the last call's
     * @param holdings what runs hold; those of runs that are not listed are free soon
     */
    public PoolDecision decide(long nowNanos, List<PoolHost> hosts, List<PoolRun> runs, List<PoolHolding> holdings) {
        observe(nowNanos, hosts, runs);
        int total = hosts.stream()
                .filter(host -> !host.closed())
                .mapToInt(PoolHost::slots)
                .sum();
        double[] shares = shares(runs, total);
        List<PlacingSeat> seats = new ArrayList<>();
        for (int r = 0; r < runs.size(); r++) {
            PoolRun run = runs.get(r);
            long turnNanos = Math.max(terms.turnNanos(), terms.unitsPerTurn() * run.unitNanos());
            seats.add(new PlacingSeat(r, run, shares[r], memory(run).lag(), turnNanos));
        }
        SlotPlacing placing = new SlotPlacing(hosts, seats);
        hold(placing, indexOf(hosts, PoolHost::name), indexOf(runs, PoolRun::id), holdings);
        PoolDecision decision = placing.decide();
        seats.forEach(seat -> memory(seat.run()).remember(seat.share(), seat.held()));
        steps = placing.steps();
        return decision;
    }

    private static void hold(
            SlotPlacing placing, Map<String, Integer> hosts, Map<String, Integer> runs, List<PoolHolding> holdings) {
        for (PoolHolding holding : holdings) {
            Integer host = hosts.get(holding.host());
            if (host == null) {
                throw new IllegalArgumentException(holding + ": unknown host (expected: one of the pool's)");
            }
            placing.hold(runs.getOrDefault(holding.run(), -1), host, holding);
        }
    }

    private static <T> Map<String, Integer> indexOf(List<T> all, Function<T, String> name) {
        Map<String, Integer> index = new HashMap<>();
        for (T each : all) {
            if (index.put(name.apply(each), index.size()) != null) {
                throw new IllegalArgumentException(name.apply(each) + " is listed twice (expected: once)");
            }
        }
        return index;
    }

    /** Counted steps of the last decision, for the bound of its cost. */
    long steps() {
        return steps;
    }

    private RunMemory memory(PoolRun run) {
        RunMemory memory = memories.get(run.id());
        if (memory == null) {
            throw new IllegalStateException(run.id() + " was not observed");
        }
        return memory;
    }

    /** Forgets runs that are over and takes the figures of the others. */
    private void observe(long nowNanos, List<PoolHost> hosts, List<PoolRun> runs) {
        int step = hosts.stream().mapToInt(PoolHost::step).max().orElse(1);
        Set<String> present = new HashSet<>();
        for (PoolRun run : runs) {
            present.add(run.id());
            RunMemory memory = memories.get(run.id());
            if (memory == null) {
                memories.put(run.id(), new RunMemory(run, terms, nowNanos));
            } else {
                memory.elapse(nowNanos - lastNanos, step);
                memory.observe(run, nowNanos);
            }
        }
        memories.keySet().retainAll(present);
        lastNanos = nowNanos;
    }

    private double[] shares(List<PoolRun> runs, int total) {
        List<FairShares.Bounds> bounds = new ArrayList<>();
        List<GainCurve> curves = new ArrayList<>();
        int[] most = new int[runs.size()];
        for (int r = 0; r < runs.size(); r++) {
            PoolRun run = runs.get(r);
            RunMemory memory = memory(run);
            int least = Math.min(total, run.limits().least());
            most[r] = Math.min(total, Math.min(run.limits().most(), Math.max(least, memory.backlog())));
            int high = Math.max(least, Math.min(most[r], memory.curve().knee(terms.minGain())));
            bounds.add(new FairShares.Bounds(run.weight(), run.priority(), least, high));
            curves.add(memory.curve());
        }
        double[] shares = FairShares.of(bounds, total, terms.reserve() * total);
        int useful = bounds.stream().mapToInt(FairShares.Bounds::high).reduce(0, SlotDivision::capped);
        if (useful < total) {
            for (int r = 0; r < shares.length; r++) {
                shares[r] = bounds.get(r).high();
            }
            FairShares.addByGain(shares, curves, most, total - useful);
        }
        return shares;
    }

    private static int capped(int sum, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) sum + more);
    }

    /** The division's memory of a run between two decisions. */
    private static final class RunMemory {
        /** A run lags or leads by at most this many turns, so that old debts do not outweigh the present. */
        private static final int MOST_TURNS = 4;

        /** An estimate of the knee that differs by at most this fraction is taken for noise. */
        private static final double NOISE = 1.0 / 8;

        private final DivisionTerms terms;
        private GainCurve curve;
        private long curveNanos;

        /** The largest backlog in the previous window of the linger time. */
        private long earlierBacklog;

        /** The largest backlog in the present window so far. */
        private long lateBacklog;

        private long windowNanos;
        private double share;
        private double held;
        private double lag;

        RunMemory(PoolRun run, DivisionTerms terms, long nowNanos) {
            this.terms = terms;
            this.curve = run.curve();
            this.curveNanos = nowNanos;
            this.earlierBacklog = run.backlogUnits();
            this.lateBacklog = earlierBacklog;
            this.windowNanos = nowNanos;
        }

        /** Takes the run's new figures. */
        void observe(PoolRun run, long nowNanos) {
            if (nowNanos - curveNanos >= terms.settleNanos() && differs(run.curve())) {
                curve = run.curve();
                curveNanos = nowNanos;
            }
            long units = run.backlogUnits();
            if (!run.moreComes()) {
                earlierBacklog = units;
                lateBacklog = units;
            } else if (nowNanos - windowNanos >= terms.lingerNanos()) {
                earlierBacklog = lateBacklog;
                lateBacklog = units;
                windowNanos = nowNanos;
            } else {
                lateBacklog = Math.max(lateBacklog, units);
            }
        }

        private boolean differs(GainCurve other) {
            double knee = curve.knee(terms.minGain());
            return Math.abs(other.knee(terms.minGain()) - knee) > NOISE * knee;
        }

        /** The curve that the division uses: an earlier estimate while a newer one is taken for noise. */
        GainCurve curve() {
            return curve;
        }

        /** Units that could be computed, or lately could if the run may bring more. */
        int backlog() {
            return (int) Math.min(Integer.MAX_VALUE, Math.max(earlierBacklog, lateBacklog));
        }

        /** Records the time that passed with the last share and the slots held. */
        void elapse(long nanos, double slotsPerStep) {
            double most = MOST_TURNS * slotsPerStep * terms.turnNanos();
            lag = Math.max(-most, Math.min(most, lag + (share - held) * nanos));
        }

        /** Records the share and the slots, draining ones included, until the next decision. */
        void remember(double newShare, double newHeld) {
            share = newShare;
            held = newHeld;
        }

        /** Fair minus actual slot time so far [slot-ns]; positive if the run got too little. */
        double lag() {
            return lag;
        }
    }
}
