package dev.sluice.cli.discover;

import dev.sluice.cli.option.OutputFile;
import dev.sluice.cli.option.Table;
import dev.sluice.cli.plan.PlanPicture;
import dev.sluice.insight.plan.Plan;
import dev.sluice.model.EnumWords;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Topology;
import dev.sluice.picture.FlowTree;
import dev.sluice.picture.Page;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the result of a discovery in all requested forms. */
final class DiscoveryOutput {
    /** In the picture each unit brings a megabyte to the master, and nothing else takes time. */
    private static final UnitCosts MEGABYTES = new UnitCosts(1e-9, 0, 0, 1e6, 0);

    private final DiscoverRequest.Forms forms;
    private final PrintWriter out;

    DiscoveryOutput(DiscoverRequest.Forms forms, PrintWriter out) {
        this.forms = forms;
        this.out = out;
    }

    void write(Topology topology, DiscoveryPlan plan, Instant now) {
        Instant measured = now.truncatedTo(ChronoUnit.SECONDS);
        Path file = forms.view();
        OutputFile.write(
                "--output",
                file,
                () -> String.valueOf(file).endsWith(".json")
                        ? ViewWriter.json(topology.view(), measured, topology.open())
                        : yaml(topology, measured));
        forms.pictures().accept(() -> picture(topology).picture().svg(), () -> page(topology, measured));
        if (forms.json()) {
            out.println(DiscoveryJson.of(topology, plan, measured));
        } else if (file == null) {
            out.print(yaml(topology, measured));
        } else {
            out.print(table(topology));
        }
        out.flush();
    }

    private static String yaml(Topology topology, Instant measured) {
        List<String> remarks = new ArrayList<>();
        remarks.add(summary(topology));
        remarks.add("Rates are those of frames on the wire. A link that no line limits may still be narrower than all"
                + " hosts on it together.");
        topology.lost().forEach(host -> remarks.add(host + " was lost and is left out."));
        topology.notes().forEach(note -> remarks.add(note + "."));
        return ViewWriter.yaml(topology.view(), measured, remarks, topology.open());
    }

    private static String summary(Topology topology) {
        return String.format(
                Locale.ROOT,
                "Found by sluice discover: %d tests, %d transfers, %s; no link was busy for more than %.0f s; rates"
                        + " that are not undecided are known within %.1f %%.",
                topology.effort().tests(),
                topology.effort().transfers(),
                Quantity.SIZE.rounded(topology.effort().bytes()),
                topology.effort().busiestLinkSeconds(),
                50 * topology.spread());
    }

    private static final Table<Topology.Group> GROUPS = new Table<Topology.Group>()
            .left("link", Topology.Group::link)
            .left("hosts are", group -> EnumWords.spaced(group.kind()))
            .left("hosts", group -> String.join(" ", group.hosts()));

    private static final Table<Topology.Capacity> CAPACITIES = new Table<Topology.Capacity>()
            .left("of", Topology.Capacity::of)
            .left("down", capacity -> Quantity.RATE.rounded(capacity.downBytesPerSecond()))
            .left("up", capacity -> Quantity.RATE.rounded(capacity.upBytesPerSecond()))
            .left(
                    "spread",
                    capacity -> capacity.doubt().isEmpty()
                            ? String.format(Locale.ROOT, "%.1f %%", 100 * capacity.spread())
                            : "UNDECIDED");

    private static String table(Topology topology) {
        StringBuilder text = new StringBuilder(GROUPS.of(topology.groups()))
                .append(System.lineSeparator())
                .append(CAPACITIES.of(topology.capacities()))
                .append(System.lineSeparator());
        text.append(summary(topology)).append(System.lineSeparator());
        topology.lost()
                .forEach(host ->
                        text.append(host).append(" was lost and is left out").append(System.lineSeparator()));
        topology.open().forEach(open -> text.append(open).append(System.lineSeparator()));
        topology.notes().forEach(note -> text.append(note).append(System.lineSeparator()));
        return text.toString();
    }

    /** Draws the flow if all hosts send to the vantage at once. */
    private static FlowTree picture(Topology topology) {
        Placement placement = Placement.solve(topology.view(), MEGABYTES, false);
        Plan plan = new Plan(
                null,
                MEGABYTES,
                false,
                List.of(),
                placement.solution(0),
                null,
                null,
                0,
                null,
                StagedFiles.NONE,
                null,
                null,
                null,
                null);
        FlowTree flow = new PlanPicture(plan).flow();
        return new FlowTree(
                "Network seen from " + topology.view().hosts().get(0).name(),
                "Units are megabytes that reach it from all hosts at once. " + summary(topology)
                        + (topology.open().isEmpty()
                                ? ""
                                : " Undecided: " + topology.open().size() + "."),
                flow.links(),
                flow.hosts(),
                flow.master(),
                flow.rateUnitsPerSecond());
    }

    private static String page(Topology topology, Instant measured) {
        Page page = new Page(
                "Network seen from " + topology.view().hosts().get(0).name(),
                "Measured " + measured + ". " + summary(topology));
        page.picture(picture(topology).picture());
        page.heading("Which hosts share what").table(GROUPS.titles(), GROUPS.cells(topology.groups()));
        page.heading("What was measured").table(CAPACITIES.titles(), CAPACITIES.cells(topology.capacities()));
        topology.lost().forEach(host -> page.text(host + " was lost and is left out."));
        topology.open().forEach(open -> page.text(open + "."));
        topology.notes().forEach(note -> page.text(note + "."));
        return page.html();
    }
}
