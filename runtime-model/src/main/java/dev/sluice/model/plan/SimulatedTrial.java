package dev.sluice.model.plan;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Trial;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tries sets of workers by simulating a run with them, for {@link dev.sluice.model.flow.WorkerSelection}: one cycle of
 * equal units. A short cycle is simulated completely. A long one is cut to enough units for the steady rate, without
 * setup, which is not part of that rate, and without files, whose time is added by the flow model. Immutable.
 */
public final class SimulatedTrial implements Trial {
    /** Maximum number of simulated units. */
    public static final long MOST_UNITS = 50_000;

    private static final long LEAST_UNITS = 1_000;

    /** Simulated units per slot, if the number of units of the run is unknown. */
    private static final long UNITS_PER_SLOT = 40;

    private final World world;
    private final Workload workload;
    private final StagedRun staged;

    private SimulatedTrial(World world, Workload workload, StagedRun staged) {
        this.world = world;
        this.workload = workload;
        this.staged = staged;
    }

    /**
     * Creates trials in this world; its workers are ignored.
     *
     * @param units units of the run; 0 for as many as show the rate
     */
    public static SimulatedTrial of(World world, UnitCosts costs, long units) {
        SimulationTerms terms = world.terms();
        NetworkView view = world.view();
        long enough = units > 0 ? units : enough(view);
        boolean whole = units > 0 && units <= MOST_UNITS;
        UnitCosts steady = costs.withSetup(whole ? costs.setupBytes() : 0);
        Workload workload = Workloads.constant(1, Math.min(enough, MOST_UNITS), steady);
        StagedRun run = new StagedRun(terms.files(), units, costs, whole);
        SimulationTerms same = costs.results() == ResultsKind.EACH ? terms : terms.withResults(costs.results());
        SimulationTerms simulated = whole ? same : same.withFiles(StagedFiles.NONE);
        return new SimulatedTrial(world.with(simulated), workload, run);
    }

    /** Units that show the rate of a run on these hosts. */
    public static long enough(NetworkView view) {
        long slots = view.hosts().stream().mapToLong(host -> host.slots()).sum();
        return Math.max(LEAST_UNITS, Math.min(MOST_UNITS, slots * UNITS_PER_SLOT));
    }

    /** Tells whether trials have all units of the run, with its setup. */
    public boolean isWhole() {
        return staged.whole();
    }

    /** Number of units of each trial. */
    public long units() {
        return workload.units(0);
    }

    /** Returns the same trial with an additional worker on the master's host. */
    public Trial withMasterComputing() {
        return new Trial() {
            @Override
            public Outcome run(int[] workers) {
                return SimulatedTrial.this.run(IntStream.concat(Arrays.stream(workers), IntStream.of(world.master()))
                        .toArray());
            }

            @Override
            public double[] presence(int[] workers) {
                return SimulatedTrial.this.presence(workers);
            }
        };
    }

    @Override
    public double[] presence(int[] workers) {
        return staged.presence(world.only(workers));
    }

    @Override
    public Outcome run(int[] workers) {
        World with = world.only(workers);
        SimulationReport report = Simulation.run(workload, with);
        double masterUse = 0;
        double[] linkUse = new double[world.view().links().size()];
        if (report.ending() == SimulationReport.Ending.UNITS_REFUSED) {
            return new Outcome(0, 0, linkUse, RunVerdict.NONE);
        }
        for (SimulationReport.ServerUse use : report.processors()) {
            if (use.part() != SimulationReport.Part.SLOTS) {
                masterUse = Math.max(masterUse, use.utilisation());
            }
        }
        for (SimulationReport.ServerUse use : report.links()) {
            switch (use.part()) {
                case LINK_DOWN, LINK_UP, LINK_SHARED ->
                    linkUse[use.index()] = Math.max(linkUse[use.index()], use.utilisation());
                default ->
                    masterUse = use.index() == world.master() ? Math.max(masterUse, use.utilisation()) : masterUse;
            }
        }
        double rate = world.terms().files().isNone() ? staged.rate(with, report.rateWups()) : report.rateWups();
        return new Outcome(rate, masterUse, linkUse, report.verdict(staged.whole()));
    }

    /**
     * A run that begins with the transfer of files, by the flow model.
     *
     * @param units number of units; 0 if unknown, and the files then take no part of the run
     * @param costs of a unit
     * @param whole whether trials have all units, with setup and files
     */
    private record StagedRun(StagedFiles files, long units, UnitCosts costs, boolean whole) {
        private boolean isNone() {
            return files.isNone() || units == 0;
        }

        /**
         * Mean rate of the whole run [units/s].
         *
         * @param steady rate when all hosts compute [units/s]
         */
        double rate(World machines, double steady) {
            if (isNone() || !(steady > 0)) {
                return steady;
            }
            return units / Staging.of(machines, files).runSeconds(units, shares(machines, steady));
        }

        /** The fraction of the run in which each worker has the files, 0 to 1, in the order of the machines. */
        double[] presence(World machines) {
            double[] all = new double[machines.workers()];
            Arrays.fill(all, 1);
            if (isNone()) {
                return all;
            }
            Staging staging = Staging.of(machines, files);
            double seconds = staging.runSeconds(units, shares(machines, capacity(machines)));
            for (int i = 0; i < all.length; i++) {
                all[i] = Math.max(0, 1 - staging.seconds(machines.worker(i)) / seconds);
            }
            return all;
        }

        /** The parts of a rate by host, in proportion to what their slots can compute [units/s]. */
        private double[] shares(World machines, double rate) {
            double[] shares = new double[machines.view().hosts().size()];
            double capacity = capacity(machines);
            for (int host : machines.places()) {
                shares[host] = capacity > 0 ? rate * capacity(machines, host) / capacity : 0;
            }
            return shares;
        }

        private double capacity(World machines) {
            return machines.places().stream()
                    .mapToDouble(host -> capacity(machines, host))
                    .sum();
        }

        private double capacity(World machines, int host) {
            Host there = machines.view().hosts().get(host);
            return there.slots() / there.unitSeconds(costs.unitSeconds(), costs.cpuShare());
        }
    }
}
