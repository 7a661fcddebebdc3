package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.regime.Standing.Busiest;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;

/**
 * Determines the regime by simulation, from utilizations and waits. A link or a master for which slots wait is the
 * bottleneck even if its average utilization is low (latency, bursts). Each load is therefore the greater of the
 * utilization and of the fraction of slot time spent waiting for it. The start, and the end of the run without work,
 * count for no load.
 */
public final class SimulatedRegime {
    private SimulatedRegime() {}

    /** The standing of the application in this simulated run. */
    public static Standing of(SimulationReport report) {
        CauseTimes idle = report.idle();
        double busy = idle.total() - idle.of(Cause.STARTING) - idle.of(Cause.NO_WORK) - idle.of(Cause.PARKED);
        Busiest link = new Busiest(
                "links, waited for",
                share(idle.of(Cause.RESULTS_LINK) + idle.of(Cause.INPUTS_LINK) + idle.of(Cause.SETUP), busy));
        double messages = 0;
        double accept = 0;
        Busiest used = Busiest.NONE;
        for (ServerUse server : report.links()) {
            used = used.or(new Busiest(name(server), server.utilisation()));
        }
        for (ServerUse server : report.processors()) {
            messages = server.part() == Part.LOOP ? Math.max(messages, server.utilisation()) : messages;
            accept = server.part() == Part.APPLICATION ? Math.max(accept, server.utilisation()) : accept;
        }
        link = new Busiest(used.use() > 0 ? used.name() : link.name(), Math.max(used.use(), link.use()));
        double handling = share(idle.of(Cause.RUNTIME), busy);
        double waits = share(idle.of(Cause.MASTER), busy);
        double atMaster = Math.max(waits, Math.max(messages, accept));
        Standing.Overhead where = handling > atMaster
                ? Standing.Overhead.SLOT_HANDLING
                : messages >= accept ? Standing.Overhead.MASTER_MESSAGES : Standing.Overhead.MASTER_ACCEPT;
        double computation = share(idle.of(Cause.COMPUTE), busy);
        return Standing.of(report.rateWups(), computation, link, Math.max(handling, atMaster), where);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? Math.min(1, part / whole) : 0;
    }

    private static String name(ServerUse server) {
        return switch (server.part()) {
            case PORT_DOWN, PORT_UP, PORT_SHARED -> "port of " + server.name();
            default -> "link " + server.name();
        };
    }
}
