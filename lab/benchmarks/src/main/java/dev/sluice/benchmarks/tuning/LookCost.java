package dev.sluice.benchmarks.tuning;

import com.sun.management.ThreadMXBean;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.SimulatedTuning;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

/**
 * Cost of a tuner's looks at a cycle of lognormal units on eight hosts, warm: processor time and memory of one thread.
 *
 * @param restMillis simulation of the rest of the cycle with units that are drawn for it [ms]
 * @param againMillis the same with units that an earlier simulation has drawn [ms]
 * @param lookMillis a look that tries no other setting [ms]
 * @param lookKilobytes allocated by such a look [kB]
 */
record LookCost(double restMillis, double againMillis, double lookMillis, double lookKilobytes) {
    private static final int TRIES = 15;
    private static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0);
    private static final Machines MACHINES =
            Machines.star(8, 1, Wire.duplex(12.5e6).withLatency(250_000));
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The cost where this many units are left. */
    static LookCost of(long units) {
        Workload workload = Workloads.drawn(
                new Workloads.Shape(1, units + units / 9, 10_000),
                new Workloads.Spreads(
                        new Distribution.LogNormal(2e6, 3e6),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(10_000)),
                1);
        Rests rests = new Rests(workload);
        run(workload, rests);
        Looks looks = new Looks(workload);
        for (int i = 0; i < TRIES; i++) {
            looks = new Looks(workload);
            run(workload, looks);
        }
        return new LookCost(
                Collections.min(rests.fresh),
                Collections.min(rests.again),
                looks.nanos / 1e6 / looks.count,
                looks.bytes / 1e3 / looks.count);
    }

    private static void run(Workload workload, Steering steering) {
        Simulation.run(workload, MACHINES, OVERHEADS, SimulationTerms.DEFAULT, Timeline.NONE, steering);
    }

    /** Simulates the rest of the cycle several times after its first tenth. */
    private static final class Rests implements Steering {
        final List<Double> fresh = new ArrayList<>();
        final List<Double> again = new ArrayList<>();
        private final Workload workload;
        private final UnitForecast forecast = new UnitForecast();

        Rests(Workload workload) {
            this.workload = workload;
            forecast.begin(0, workload.units(0));
        }

        @Override
        public void returned(int host, int cycle, List<ResultRun> runs) {
            runs.forEach(each -> forecast.add(host, each));
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            if (now.tenth() != 1) {
                return;
            }
            SimulationStart state = controls.state();
            for (int i = 0; i < TRIES; i++) {
                Workload rest = forecast.rest(workload, state, i);
                fresh.add(millis(rest, state));
                again.add(millis(rest, state));
            }
        }

        private double millis(Workload rest, SimulationStart state) {
            long from = THREADS.getCurrentThreadCpuTime();
            Simulation.rest(rest, forecast.machines(MACHINES), OVERHEADS, SimulationTerms.DEFAULT, state);
            return (THREADS.getCurrentThreadCpuTime() - from) / 1e6;
        }
    }

    /** A tuner that may change nothing. */
    private static final class Looks extends SimulatedTuning {
        long nanos;
        long bytes;
        int count;

        Looks(Workload workload) {
            super(workload, MACHINES, OVERHEADS, SimulationTerms.DEFAULT, EnumSet.allOf(Knob.class));
        }

        @Override
        public void at(SteeringPoint point, Controls now) {
            long from = THREADS.getCurrentThreadCpuTime();
            long had = THREADS.getCurrentThreadAllocatedBytes();
            super.at(point, now);
            nanos += THREADS.getCurrentThreadCpuTime() - from;
            bytes += THREADS.getCurrentThreadAllocatedBytes() - had;
            count++;
        }
    }
}
