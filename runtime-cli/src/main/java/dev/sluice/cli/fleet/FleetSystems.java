package dev.sluice.cli.fleet;

import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.launch.slurm.SlurmFleet;
import dev.sluice.launch.slurm.SlurmTerms;
import dev.sluice.net.runfile.UnitNeeds;

/** Chooses the system that starts the tasks of a fleet. */
public final class FleetSystems {
    private FleetSystems() {}

    /** Returns the system that a request asks for. It starts nothing yet. */
    public static FleetSystem of(FleetRequest request, FleetSite site) {
        return slurm(request, site);
    }

    /** The jobs have a name of their own, so that other jobs of the pool are not taken for tasks of the fleet. */
    private static FleetSystem slurm(FleetRequest request, FleetSite site) {
        SlurmTerms terms = new SlurmTerms(
                site.pool().text() + "-fleet",
                1,
                request.range().slots(),
                UnitNeeds.NONE,
                request.slurmOptions(),
                WorkerJar.find(request.jar()),
                request.java(),
                site.directory());
        return new SlurmFleet(terms, site.agentFile());
    }
}
