package dev.sluice.cli.regimes;

import dev.sluice.json.Json;
import dev.sluice.model.IfKnown;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.Standing;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The JSON form of a map of regimes, as {@code docs/regimes.schema.json} has it. */
record RegimeJson(
        String schema,
        String view,
        String master,
        Grid map,
        List<Probe> simulated,
        @IfKnown @Nullable Application application) {
    /** @param regimes a string for each row, a letter for each column */
    private record Grid(
            List<Double> unitSeconds, List<Double> resultBytes, List<String> regimes, List<Double> unitsPerSecond) {}

    private record Probe(double unitSeconds, double resultBytes, Place standing) {}

    private record Application(
            double unitSeconds,
            double resultSeconds,
            double inputBytes,
            double resultBytes,
            Regime regime,
            Place flow,
            @IfKnown @Nullable Long simulatedUnits,
            @IfKnown @Nullable Place simulation) {
        private static Application of(RegimeReport.Application application) {
            UnitCosts costs = application.costs();
            RegimeReport.Place simulated = application.simulated();
            return new Application(
                    costs.unitSeconds(),
                    costs.resultSeconds(),
                    costs.inputBytes(),
                    costs.resultBytes(),
                    application.place().regime(),
                    Place.of(application.flow()),
                    simulated == null ? null : application.units(),
                    simulated == null ? null : Place.of(simulated));
        }
    }

    private record Place(
            Regime regime,
            double unitsPerSecond,
            double computation,
            double communication,
            double overhead,
            String limit,
            String verdict) {
        private static Place of(RegimeReport.Place place) {
            Standing standing = place.loads();
            return new Place(
                    place.regime(),
                    standing.rateWups(),
                    standing.computation(),
                    standing.communication(),
                    standing.overhead(),
                    place.verdict().words(),
                    place.verdict().sentence());
        }
    }

    static String of(RegimeReport report) {
        Grid map = new Grid(
                report.grid().unitSeconds(),
                report.grid().resultBytes(),
                IntStream.range(0, report.grid().resultBytes().size())
                        .mapToObj(row -> letters(report, row))
                        .toList(),
                report.grid().standings().stream().map(Standing::rateWups).toList());
        return Json.of(new RegimeJson(
                "sluice-regimes-1",
                report.view().name(),
                report.view().hosts().get(report.master()).name(),
                map,
                report.probes().stream()
                        .map(each -> new Probe(each.unitSeconds(), each.resultBytes(), Place.of(each.place())))
                        .toList(),
                report.application() == null ? null : Application.of(report.application())));
    }

    private static String letters(RegimeReport report, int row) {
        return IntStream.range(0, report.grid().unitSeconds().size())
                .mapToObj(column -> String.valueOf(
                        RegimeTable.letter(report.grid().at(row, column).regime())))
                .collect(Collectors.joining());
    }
}
