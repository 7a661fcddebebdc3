package dev.sluice.model.regime;

import dev.sluice.model.regime.RegimeWindow.LinkUse;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import java.util.ArrayList;
import java.util.List;

/** A simulated run as one window of a real one, so that both have the same loads and the same verdict. */
public final class SimulatedRegime {
    private SimulatedRegime() {}

    /** The standing of the application in this simulated run. */
    public static Standing of(SimulationReport report) {
        return window(report).standing(report.rateWups());
    }

    /** The verdict of this simulated run. */
    public static RunVerdict verdict(SimulationReport report) {
        return RunVerdict.of(window(report), report.idle(), 1, "");
    }

    private static RegimeWindow window(SimulationReport report) {
        List<LinkUse> links = new ArrayList<>();
        report.links().forEach(server -> links.add(new LinkUse(name(server), server.utilisation(), 0)));
        double application = used(report, Part.APPLICATION);
        return new RegimeWindow(
                0, report.seconds(), report.idle(), links, used(report, Part.LOOP), application, application);
    }

    private static double used(SimulationReport report, Part part) {
        return report.processors().stream()
                .filter(server -> server.part() == part)
                .mapToDouble(ServerUse::utilisation)
                .max()
                .orElse(0);
    }

    private static String name(ServerUse server) {
        return switch (server.part()) {
            case PORT_DOWN, PORT_UP, PORT_SHARED -> "port of " + server.name();
            default -> "link " + server.name();
        };
    }
}
