package dev.sluice.cli.simulate;

import dev.sluice.cli.option.Table;
import dev.sluice.model.Plural;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.TunedStep;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Simulated runs as a table: a line for each, and more of one alone. */
final class SimulationTable {
    private static final int SERVERS = 8;

    private final SimulatedRuns runs;
    private final StringBuilder text = new StringBuilder();

    private SimulationTable(SimulatedRuns runs) {
        this.runs = runs;
    }

    static String of(SimulatedRuns runs) {
        SimulationTable table = new SimulationTable(runs);
        table.headline();
        table.lines();
        if (runs.runs().size() == 1) {
            table.details(runs.runs().get(0).report());
            table.resources(runs.runs().get(0));
        }
        runs.runs().stream().filter(run -> !run.steps().isEmpty()).forEach(table::steps);
        return table.text.toString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append(System.lineSeparator());
    }

    private void headline() {
        line(
                "%s: %s in %s, master on %s, %s with %s",
                runs.machines().view().name(),
                Plural.of(runs.units(), "unit"),
                Plural.of(runs.workload().cycles(), "cycle"),
                runs.host(runs.machines().master()),
                Plural.of(runs.machines().workers(), "worker"),
                Plural.of(runs.slots(), "slot"));
        line(
                "Times count from the start of the workers to the last result, without the start and the end of a command.");
    }

    private void lines() {
        line("");
        boolean parks = runs.runs().stream().anyMatch(run -> percent(run.report(), IdleLedger.Line.PARKED) > 0);
        Table<SimulatedRuns.Run> table = new Table<SimulatedRuns.Run>()
                .left("policy", 7, run -> run.terms().handout().policy())
                .right("seconds", 12, "%.3f", run -> run.report().seconds())
                .right("units/s", 12, "%,.1f", run -> run.report().rateWups());
        cause(table, "compute", 8, IdleLedger.Line.COMPUTE);
        cause(table, "master", 7, IdleLedger.Line.MASTER);
        cause(table, "link", 7, IdleLedger.Line.LINK);
        cause(table, "setup", 7, IdleLedger.Line.SETUP);
        cause(table, "no work", 7, IdleLedger.Line.NO_WORK);
        cause(table, "start", 7, IdleLedger.Line.STARTING);
        if (parks) {
            cause(table, "parked", 7, IdleLedger.Line.PARKED);
        }
        text.append(table.left(
                        " busiest",
                        run -> " "
                                + (run.report().ending() == SimulationReport.Ending.COMPLETE
                                        ? busiest(run.report())
                                        : ending(run.report())))
                .of(runs.runs()));
    }

    private static void cause(Table<SimulatedRuns.Run> table, String title, int least, IdleLedger.Line line) {
        table.right(title, least, "%.1f%%", run -> percent(run.report(), line));
    }

    private void steps(SimulatedRuns.Run run) {
        line("");
        line("changes under %s:", run.terms().handout().policy());
        for (TunedStep step : run.steps()) {
            Adjustment change = step.change();
            line("%10.3f s  %s", change.seconds(), change.text());
            line("%14s%s", "", change.why());
            if (!step.outcome().isEmpty()) {
                line("%14s%s", "", step.outcome());
            }
        }
    }

    private static double percent(SimulationReport report, IdleLedger.Line line) {
        return IdleLedger.of(report.slotNanos(), 0, report.idle(), Map.of()).percent(line);
    }

    private static String ending(SimulationReport report) {
        return switch (report.ending()) {
            case COMPLETE -> "complete";
            case NO_WORKERS -> "no workers left after " + report.acceptedUnits() + " units";
            case UNITS_REFUSED -> "no host can ever compute some unit: it needs more than each has";
            case UNITS_GIVEN_UP -> report.counters().quarantined() + " units failed on every worker";
            case STUCK -> "stuck after " + report.acceptedUnits() + " units: a host or link has no capacity left";
        };
    }

    private static List<ServerUse> servers(SimulationReport report) {
        return report.servers().stream()
                .sorted(Comparator.comparingDouble(ServerUse::utilisation).reversed())
                .toList();
    }

    private static String busiest(SimulationReport report) {
        List<ServerUse> servers = servers(report);
        return servers.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s %.0f%%",
                        name(servers.get(0)),
                        100 * servers.get(0).utilisation());
    }

    private static String name(ServerUse use) {
        return use.name() + " "
                + switch (use.part()) {
                    case SLOTS -> "slots";
                    case LOOP -> "loop";
                    case APPLICATION -> "application";
                    case PORT_DOWN -> "port down";
                    case PORT_UP -> "port up";
                    case PORT_SHARED -> "port";
                    case LINK_DOWN -> "down";
                    case LINK_UP -> "up";
                    case LINK_SHARED -> "medium";
                };
    }

    /** The verdict of a run whose units waited for resources, and what one more of each would bring. */
    private void resources(SimulatedRuns.Run run) {
        if (!run.report().resources().uses().isEmpty()) {
            line("");
            line("%s", run.report().verdict(true).sentence());
            runs.withMore(run).forEach(change -> line("What would help: %s", change.sentence()));
        }
    }

    private void details(SimulationReport report) {
        line("");
        List<ServerUse> servers = servers(report);
        text.append(new Table<ServerUse>()
                .left("server", 28, SimulationTable::name)
                .right("busy", 8, "%.1f%%", use -> 100 * use.utilisation())
                .right("mean queue", 12, "%.2f", ServerUse::meanQueue)
                .right("longest", 9, "%,d", ServerUse::maxQueue)
                .of(servers.subList(0, Math.min(SERVERS, servers.size()))));
        if (servers.size() > SERVERS) {
            line("and %,d less busy", servers.size() - SERVERS);
        }
        line("");
        line(
                "%,d assignments, %,d messages out, %,d back; %,d large results granted, %,d at once",
                report.traffic().assignments(),
                report.traffic().messagesDown(),
                report.traffic().messagesUp(),
                report.grants().results(),
                report.grants().most());
    }
}
