package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.application.FarUnits;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Real runs in a small test network, one after the other. Units sleep, as all hosts share this machine. */
final class LabRuns {
    private final Programs programs;
    private final String view;
    private final String address;

    /**
     * @param view file name of the network in {@code deploy/lab}; its host {@code m} is the master
     * @param address address of the master
     */
    LabRuns(Programs programs, String view, String address) {
        this.programs = programs;
        this.view = view;
        this.address = address;
    }

    /** A load: units that sleep this long [s] and return so many bytes. */
    record Load(double seconds, double bytes) {}

    /**
     * The mean time of a timed cycle [s].
     *
     * @param cycles as for {@link Cycles}; the first one is not timed
     * @param workers hosts of the workers, one slot each
     * @param options options of the command
     * @throws Exception if the run fails, or its network cannot be built
     */
    double seconds(Load load, String cycles, List<String> workers, List<String> options) throws Exception {
        NetworkRoles network = new NetworkRoles(programs.lab().resolve(view), "m", address, workers);
        Run run = programs.inLab(
                network,
                FarUnits.class,
                Cycles.parse(cycles),
                options,
                List.of(
                        "--workers=" + workers.size(),
                        "--compute-micros=" + Math.round(load.seconds() * 1e6),
                        "--bytes=" + Math.round(load.bytes())));
        List<Timing> timed = run.cycles().subList(1, run.cycles().size());
        return timed.stream().mapToDouble(Timing::seconds).average().orElseThrow();
    }
}
