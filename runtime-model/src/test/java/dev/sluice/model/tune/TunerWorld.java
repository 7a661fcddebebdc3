package dev.sluice.model.tune;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/**
 * A run in which each policy has a speed and the machines have a course, with a tuner in its loop. The model may know
 * other speeds than the run has. Times are computed step by step, so that nothing depends on a clock.
 */
final class TunerWorld {
    private static final int UNITS = 1_000;

    /** Work of a cycle [s]. */
    static final double WORK = 40;

    private static final double STEP = 1e-3;
    private static final int SLOTS = 4;

    /** One unit for each slot. */
    static final double HANDS = (double) SLOTS / UNITS;

    static final Setting START = Setting.of(new Handout(PolicyName.SS, Weighting.EQUAL, -1, 5));

    /** Cycles per second of each policy on steady machines. */
    final Map<PolicyName, Double> speeds = new EnumMap<>(PolicyName.class);

    /** Each speed as the model believes it. */
    final Map<PolicyName, Double> promised = new EnumMap<>(PolicyName.class);

    /** Speed of the machines over time. */
    DoubleUnaryOperator machines = seconds -> 1;

    /** Changes that the run refuses. */
    int refused;

    /** True if the tuner looks for nothing better. */
    boolean watches;

    final Tuner tuner;
    int cycles = 5;
    double seconds;

    /** Speed of the machines times seconds, since the last checkpoint. */
    private double machineSum;

    private double lookedAt;
    double position;

    /** The position that the starting setting would have reached. */
    double oracle;

    /** The least part of that which was done at a checkpoint. */
    double leastShare = 1;

    TunerWorld(Set<Knob> fixed) {
        tuner = new Tuner(START, fixed);
        for (PolicyName policy : PolicyName.values()) {
            speeds.put(policy, 0.1);
            promised.put(policy, 0.1);
        }
    }

    TunerWorld speed(PolicyName policy, double real, double believed) {
        speeds.put(policy, real);
        promised.put(policy, believed);
        return this;
    }

    private double speed(Map<PolicyName, Double> of, Setting setting) {
        return of.getOrDefault(setting.handout().policy(), 0.1);
    }

    /** Runs to the end, with a checkpoint at each tenth of a cycle and wherever the tuner asks for one. */
    TunerWorld run() {
        double next = 0.1;
        while (next < cycles - 1e-9) {
            advance(next);
            next = checkpoint();
        }
        advance(cycles);
        leastShare = Math.min(leastShare, (position + HANDS) / Math.min(cycles, oracle));
        return this;
    }

    private void advance(double to) {
        while (position < to) {
            double machine = machines.applyAsDouble(seconds);
            double rate = machine * speed(speeds, tuner.now());
            double step = Math.min(STEP / rate, (to - position) / rate);
            position = Math.min(to, position + step * rate);
            position = to - position < 1e-9 ? to : position;
            oracle += step * machine * speed(speeds, START);
            seconds += step;
            machineSum += step * machine;
        }
    }

    /** A moment in a cycle of which this part is done, on one host of {@value #SLOTS} slots. */
    static Snapshot snapshot(double seconds, int cycle, double part, boolean last, boolean disturbed) {
        return new Snapshot(
                seconds,
                cycle,
                UNITS,
                Math.round(part * UNITS),
                (cycle + part) * WORK,
                cycle * WORK,
                (1 - part) * WORK,
                last,
                part == 0,
                disturbed,
                0,
                List.of(new Snapshot.HostPart(1, SLOTS, WORK / UNITS, 0)),
                null);
    }

    private double checkpoint() {
        leastShare = Math.min(leastShare, (position + HANDS) / oracle);
        int cycle = (int) Math.floor(position + 1e-9);
        double part = Math.max(0, position - cycle);
        Snapshot snapshot = snapshot(seconds, cycle, part, cycle == cycles - 1, false);
        Believed model = new Believed(machineSum / (seconds - lookedAt), 1 - part);
        List<Adjustment> changes = watches ? tuner.watch(snapshot, model) : tuner.decide(snapshot, model);
        if (refused > 0 && !changes.isEmpty()) {
            refused--;
            tuner.refused();
        }
        machineSum = 0;
        lookedAt = seconds;
        double tenth = Math.floor(10 * position + 1e-6) / 10 + 0.1;
        return Math.min(tenth, position + tuner.trialWork(snapshot) / WORK);
    }

    /** The model: it sees the machines as they were since the last checkpoint, and believes what is promised. */
    private final class Believed implements Foretelling {
        private final double machine;
        private final double left;

        Believed(double machine, double left) {
            this.machine = machine;
            this.left = left;
        }

        @Override
        public double rest(Setting setting, long seed) {
            return left / machine / speed(promised, setting) * (1 + 0.001 * (seed % 7));
        }

        @Override
        public Outlook cycle(Setting setting) {
            return new Outlook(0, 1 / machine / speed(promised, setting));
        }

        @Override
        public double flowSeconds(Setting setting) {
            return cycle(setting).end();
        }
    }
}
