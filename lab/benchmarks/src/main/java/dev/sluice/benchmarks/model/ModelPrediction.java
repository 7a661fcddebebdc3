package dev.sluice.benchmarks.model;

import dev.sluice.app.pep.UnitSeries;
import dev.sluice.benchmarks.harness.Load;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;

/** The simulator's prediction of a case, from information known before the run. */
final class ModelPrediction {
    /** Bandwidth of each port in model.yaml [bytes/s]. */
    private static final double PORT_BYTES_PER_SECOND = 100e6 / 8;

    private final Overheads overheads;

    ModelPrediction(Overheads overheads) {
        this.overheads = overheads;
    }

    /** Predicted time of each cycle, if each unit takes {@code lateSeconds} longer than requested [s]. */
    double[] seconds(ModelCase each, double lateSeconds) {
        return report(each, Math.round(lateSeconds * 1e9)).cycles().stream()
                .mapToDouble(cycle -> cycle.nanos() * 1e-9)
                .toArray();
    }

    private SimulationReport report(ModelCase each, long lateNanos) {
        World machines = World.star(each.workers, 1, Wire.duplex(PORT_BYTES_PER_SECOND));
        SimulationTerms terms = SimulationTerms.DEFAULT
                .withPacketBytes(1514)
                .withPolicy(each.policy)
                .withPrefetch(
                        each.load.prefetch().equals("auto")
                                ? SchedulerConfig.AUTO
                                : Integer.parseInt(each.load.prefetch()));
        return Simulation.run(new Emulated(each.load, ModelCase.CYCLES, lateNanos), machines.with(overheads, terms));
    }

    /** The emulator's units, as the emulator itself draws them. */
    private static final class Emulated implements Workload {
        private final Load load;
        private final int cycles;
        private final long lateNanos;
        private final UnitSeries times;
        private final UnitSeries results;

        Emulated(Load load, int cycles, long lateNanos) {
            this.lateNanos = lateNanos;
            this.load = load;
            this.cycles = cycles;
            this.times = load.times();
            this.results = load.resultSizes();
        }

        @Override
        public int cycles() {
            return cycles;
        }

        @Override
        public long units(int cycle) {
            return load.units();
        }

        @Override
        public long setupBytes(int cycle) {
            return Load.SETUP_BYTES;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return times.value(cycle, unit) + lateNanos;
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return Load.INPUT_BYTES;
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return results.value(cycle, unit);
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return load.acceptNanos();
        }
    }
}
