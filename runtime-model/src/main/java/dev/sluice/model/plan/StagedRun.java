package dev.sluice.model.plan;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import java.util.Arrays;

/**
 * A run that begins with the transfer of files, by the flow model.
 *
 * @param units number of units; 0 if unknown, and the files then take no part of the run
 * @param costs of a unit
 * @param whole whether trials have all units, with setup and files
 */
record StagedRun(StagedFiles files, long units, UnitCosts costs, boolean whole) {
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
