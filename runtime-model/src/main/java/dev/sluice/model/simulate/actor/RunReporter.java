package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationReport.Traffic;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.event.ServerLog;
import java.util.ArrayList;
import java.util.List;

/** Makes the report of a simulated run at its end. Confined to its run. */
final class RunReporter {
    private final World machines;
    private final RunContext context;
    private final MasterModel master;
    private final SubMasters subMasters;

    RunReporter(World machines, RunContext context, MasterModel master, SubMasters subMasters) {
        this.machines = machines;
        this.context = context;
        this.master = master;
        this.subMasters = subMasters;
    }

    /** The report of a run that ended now, and whose simulation began at {@code fromNanos}. */
    SimulationReport report(Ending ending, List<WorkerModel> workers, long fromNanos) {
        long elapsedNanos = context.nowNanos() - fromNanos;
        List<SimulationReport.WorkerUse> uses = new ArrayList<>();
        for (WorkerModel worker : workers) {
            worker.end();
            uses.add(worker.use());
        }
        List<ServerUse> servers = processors(workers, elapsedNanos);
        servers.addAll(context.network().uses(elapsedNanos));
        return new SimulationReport(
                ending,
                context.nowNanos(),
                List.copyOf(master.cycles()),
                uses,
                servers,
                master.scheduler().counters(),
                traffic(),
                master.grants.summary(),
                master.scheduler().resources());
    }

    private Traffic traffic() {
        return new Traffic(
                context.messages().count(false),
                context.messages().count(true),
                context.messages().bytes(false),
                context.messages().bytes(true),
                master.feed.assignments(),
                context.events().taken());
    }

    private List<ServerUse> processors(List<WorkerModel> workers, long elapsedNanos) {
        List<ServerUse> uses = new ArrayList<>();
        add(uses, elapsedNanos, machines.master(), Part.LOOP, master.loop.log());
        add(uses, elapsedNanos, machines.master(), Part.APPLICATION, master.application.log());
        for (MasterModel each : subMasters.all()) {
            add(uses, elapsedNanos, each.host, Part.LOOP, each.loop.log());
        }
        for (WorkerModel worker : workers) {
            ServerUse use = worker.server(name(worker.seat.host), elapsedNanos);
            if (use != null) {
                uses.add(use);
            }
        }
        return uses;
    }

    private void add(List<ServerUse> uses, long elapsedNanos, int host, Part part, ServerLog log) {
        double all = Math.max(1, elapsedNanos);
        uses.add(new ServerUse(
                name(host),
                host,
                part,
                Math.min(1, log.busyNanos() / all),
                log.presentNanos() / all,
                log.most(),
                log.amount()));
    }

    private String name(int host) {
        return machines.view().hosts().get(host).name();
    }
}
