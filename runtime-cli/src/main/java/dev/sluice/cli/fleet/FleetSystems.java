package dev.sluice.cli.fleet;

import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.launch.fleet.ScriptFleet;
import dev.sluice.launch.fleet.ScriptTerms;
import dev.sluice.launch.slurm.SlurmFleet;
import dev.sluice.launch.slurm.SlurmTerms;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Chooses the system that starts the tasks of a fleet. */
public final class FleetSystems {
    /** Time and random digits at the end of a pool's id. */
    private static final int NAME_CHARACTERS = "081502-3c1d".length();

    private FleetSystems() {}

    /**
     * Returns the system that a request asks for. It starts nothing yet.
     *
     * @param say takes lines for the log of the pool
     */
    public static FleetSystem of(FleetRequest request, FleetSite site, Consumer<String> say) {
        Path script = request.launcher();
        return script == null
                ? slurm(request, site)
                : script(script, request, site, line -> say.accept("fleet: " + line));
    }

    private static FleetSystem script(Path script, FleetRequest request, FleetSite site, Consumer<String> say) {
        String pool = site.pool().text();
        ScriptTerms terms = new ScriptTerms(
                script.toAbsolutePath().normalize(),
                site.agentFile(),
                WorkerJar.find(request.jar()),
                request.java(),
                request.range().slots(),
                "sluice-" + pool.substring(Math.max(0, pool.length() - NAME_CHARACTERS)),
                site.directory().resolve("logs"));
        return new ScriptFleet(terms, say);
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
