package dev.sluice.cli.regimes;

import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.Standing;
import dev.sluice.picture.Page;
import dev.sluice.picture.Picture;
import dev.sluice.picture.RegimeMap;
import dev.sluice.picture.RegimeMap.Region;
import dev.sluice.picture.RegimeMap.Spot;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The map of regimes as a picture and as a page. */
final class RegimePictures {
    private RegimePictures() {}

    static Picture map(RegimeReport report) {
        List<RegimeMap.Cell> cells = report.grid().standings().stream()
                .map(standing -> new RegimeMap.Cell(region(standing.regime()), 100 * standing.computation()))
                .toList();
        List<Spot> probes = report.probes().stream()
                .map(probe -> new Spot(
                        probe.unitSeconds(),
                        probe.resultBytes(),
                        region(probe.place().regime()),
                        ""))
                .toList();
        return new RegimeMap(
                        "What bounds a run on " + report.view().name(),
                        summary(report),
                        report.grid().unitSeconds(),
                        report.grid().resultBytes(),
                        cells,
                        List.of(1.0, 10.0, 50.0, 90.0),
                        " %",
                        "share of the slots' time that computes, by the flow model",
                        probes,
                        spot(report.application()))
                .picture();
    }

    private static Region region(Regime regime) {
        return switch (regime) {
            case COMPUTATION -> Region.COMPUTATION;
            case COMMUNICATION -> Region.COMMUNICATION;
            case OVERHEAD -> Region.OVERHEAD;
            case MIXED -> Region.MIXED;
        };
    }

    private static String summary(RegimeReport report) {
        return String.format(
                Locale.ROOT,
                "%,d hosts, %,d link%s, master on %s; %s to a worker per unit, %s to accept a result.",
                report.view().hosts().size(),
                report.view().links().size(),
                report.view().links().size() == 1 ? "" : "s",
                report.view().hosts().get(report.master()).name(),
                RegimeTable.size(report.base().inputBytes()),
                Quantity.TIME.rounded(report.base().resultSeconds()));
    }

    private static @Nullable Spot spot(RegimeReport.@Nullable Application application) {
        if (application == null) {
            return null;
        }
        double seconds = application.costs().unitSeconds();
        double bytes = application.costs().resultBytes();
        String label = Quantity.TIME.rounded(seconds) + ", " + RegimeTable.size(bytes);
        return new Spot(seconds, bytes, region(application.place().regime()), label);
    }

    static String page(RegimeReport report) {
        Page page = new Page("What bounds a run on " + report.view().name(), summary(report)).picture(map(report));
        RegimeReport.Application application = report.application();
        if (application != null) {
            page.heading("The application").text(application.place().verdict().sentence());
            List<List<String>> rows = new ArrayList<>();
            rows.add(row("flow model", application.flow()));
            if (application.simulated() != null) {
                String name = String.format(Locale.ROOT, "simulated, %,d units", application.units());
                rows.add(row(name, application.simulated()));
            }
            page.table(List.of("", "units/s", "computing", "links", "overhead", "limited by"), rows);
        }
        if (!report.probes().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            for (RegimeReport.Probe probe : report.probes()) {
                rows.add(row(
                        Quantity.TIME.rounded(probe.unitSeconds()) + ", " + RegimeTable.size(probe.resultBytes()),
                        probe.place()));
            }
            page.heading("Simulated")
                    .table(List.of("unit", "units/s", "computing", "links", "overhead", "limited by"), rows);
        }
        return page.html();
    }

    private static List<String> row(String name, RegimeReport.Place place) {
        Standing standing = place.loads();
        return List.of(
                name,
                String.format(Locale.ROOT, "%.4g", standing.rateWups()),
                percent(standing.computation()),
                percent(standing.communication()),
                percent(standing.overhead()),
                place.verdict().words());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
