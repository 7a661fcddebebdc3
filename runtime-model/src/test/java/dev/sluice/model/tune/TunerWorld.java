package dev.sluice.model.tune;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * A run in which each tree has a speed and the machines have a course, with a tuner in its loop. The model may know
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

    static final Setting START = Setting.FLAT;

    /** Sites that may have a sub-master. */
    static final int SITES = 5;

    /** Cycles per second with a sub-master at each site on steady machines. */
    final Map<Integer, Double> speeds = new HashMap<>();

    /** Each speed as the model believes it. */
    final Map<Integer, Double> promised = new HashMap<>();

    /** Cycles per second without a sub-master, and as the model believes. */
    double flat = 0.1;

    double promisedFlat = 0.1;

    /** Speed of the machines over time. */
    DoubleUnaryOperator machines = seconds -> 1;

    /** Changes that the run refuses. */
    int refused;

    /** True if the tuner looks for nothing better. */
    boolean watches;

    final Tuner tuner;
    int cycles = 20;
    double seconds;

    /** Speed of the machines times seconds, since the last checkpoint. */
    private double machineSum;

    private double lookedAt;
    double position;

    /** The position that the starting setting would have reached. */
    double oracle;

    /** The least part of that which was done at a checkpoint. */
    double leastShare = 1;

    TunerWorld() {
        tuner = new Tuner(START, new OneSite());
    }

    TunerWorld speed(int site, double real, double believed) {
        speeds.put(site, real);
        promised.put(site, believed);
        return this;
    }

    private double speed(Setting setting) {
        return setting.tree().isEmpty()
                ? flat
                : Objects.requireNonNull(speeds.get(setting.tree().first()));
    }

    private double believed(Setting setting) {
        return setting.tree().isEmpty()
                ? promisedFlat
                : Objects.requireNonNull(promised.get(setting.tree().first()));
    }

    /** Each site alone, or none. */
    private final class OneSite extends TreeKnob {
        @Override
        List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
            return Stream.concat(Stream.of(START), speeds.keySet().stream().map(site -> START.withTree(Set.of(site))))
                    .filter(setting -> !setting.equals(now))
                    .map(setting -> new Candidate(setting, ""))
                    .toList();
        }
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
            double rate = machine * speed(tuner.now());
            double step = Math.min(STEP / rate, (to - position) / rate);
            position = Math.min(to, position + step * rate);
            position = to - position < 1e-9 ? to : position;
            oracle += step * machine * speed(START);
            seconds += step;
            machineSum += step * machine;
        }
    }

    /** A moment in a cycle of which this part is done, on one host of {@value #SLOTS} slots. */
    static Snapshot snapshot(double seconds, int cycle, double part) {
        return new Snapshot(
                seconds,
                cycle,
                UNITS,
                new Snapshot.Work((cycle + part) * WORK, cycle * WORK, (1 - part) * WORK),
                part == 0,
                false,
                0,
                List.of(new Snapshot.HostPart(1, SLOTS, WORK / UNITS)),
                null);
    }

    private double checkpoint() {
        leastShare = Math.min(leastShare, (position + HANDS) / oracle);
        int cycle = (int) Math.floor(position + 1e-9);
        double part = position - cycle < 1e-9 ? 0 : position - cycle;
        Snapshot snapshot = snapshot(seconds, cycle, part);
        Believed model = new Believed(machineSum / (seconds - lookedAt), 1 - part);
        List<Adjustment> changes = tuner.look(snapshot, model, !watches);
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
            return left / machine / believed(setting) * (1 + 0.001 * (seed % 7));
        }

        @Override
        public Outlook cycle(Setting setting) {
            return new Outlook(0, 1 / machine / believed(setting));
        }

        @Override
        public double flowSeconds(Setting setting) {
            return cycle(setting).end();
        }
    }
}
