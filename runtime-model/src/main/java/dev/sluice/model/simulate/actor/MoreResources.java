package dev.sluice.model.simulate.actor;

import dev.sluice.model.ResourceUse;
import dev.sluice.model.record.RunView.Change;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Says what one more of the resources would bring for which the units of a simulated run waited. */
public final class MoreResources {
    /** A smaller gain is not worth a line. */
    private static final double WORTH = 0.005;

    /** Resources that are tried. */
    private static final int MOST = 3;

    private MoreResources() {}

    /**
     * The changes that help, the best first.
     *
     * @param same the report of the run in this world
     */
    public static List<Change> of(Workload work, World world, SimulationReport same) {
        List<Change> changes = new ArrayList<>();
        if (same.ending() != SimulationReport.Ending.COMPLETE) {
            return changes;
        }
        same.resources().uses().stream()
                .sorted(Comparator.comparingLong(ResourceUse::shortNanos).reversed())
                .limit(MOST)
                .forEach(use -> {
                    World more = world.more(use);
                    double seconds = more == world
                            ? Double.POSITIVE_INFINITY
                            : Simulation.run(work, more).secondsToEnd();
                    double gain = 1 - seconds / same.seconds();
                    if (gain >= WORTH) {
                        changes.add(new Change(use.more(), seconds, gain));
                    }
                });
        changes.sort(Comparator.comparingDouble(Change::gain).reversed());
        return changes;
    }
}
