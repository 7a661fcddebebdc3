package dev.sluice.cli.regimes;

import dev.sluice.model.Plural;
import dev.sluice.model.regime.Regime;
import dev.sluice.picture.Page;
import dev.sluice.picture.Picture;
import dev.sluice.picture.RegimeMap;
import dev.sluice.picture.RegimeMap.Region;
import dev.sluice.picture.RegimeMap.Spot;
import dev.sluice.view.Quantity;
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
                        new RegimeMap.Contours(
                                List.of(1.0, 10.0, 50.0, 90.0),
                                " %",
                                "share of the slots' time that computes, by the flow model"),
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
                "%s, %s, master on %s; %s to a worker per unit, %s to accept a result.",
                Plural.of(report.view().hosts().size(), "host"),
                Plural.of(report.view().links().size(), "link"),
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
            page.table(
                    RegimeTable.PLACES.titles(),
                    RegimeTable.PLACES.cells(RegimeTable.places(application).entrySet()));
        }
        if (!report.probes().isEmpty()) {
            page.heading("Simulated").table(RegimeTable.PROBES.titles(), RegimeTable.PROBES.cells(report.probes()));
        }
        return page.html();
    }
}
