package dev.sluice.cli.regimes;

import dev.sluice.cli.option.Table;
import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.RegimeGrid;
import dev.sluice.model.regime.Standing;
import dev.sluice.view.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The map in letters, and the application's place, for a terminal. */
final class RegimeTable {
    private static final int COLUMNS = 64;
    private static final int ROWS = 18;
    private static final int TICK = 16;
    private static final char PLACE = '#';

    static final Table<Map.Entry<String, RegimeReport.Place>> PLACES = new Table<
                    Map.Entry<String, RegimeReport.Place>>()
            .left("", 22, Map.Entry::getKey)
            .right(
                    "units/s",
                    10,
                    "%s",
                    place -> Amount.number(place.getValue().loads().rateWups()))
            .right(
                    "computing",
                    9,
                    "%.1f %%",
                    place -> 100 * place.getValue().loads().computation())
            .right(
                    "links",
                    8,
                    "%.1f %%",
                    place -> 100 * place.getValue().loads().communication())
            .right(
                    "overhead",
                    8,
                    "%.1f %%",
                    place -> 100 * place.getValue().loads().overhead())
            .left(" limited by", place -> " " + place.getValue().verdict().words());

    static final Table<RegimeReport.Probe> PROBES = new Table<RegimeReport.Probe>()
            .left("unit", 10, probe -> Quantity.TIME.rounded(probe.unitSeconds()))
            .left("result", 10, probe -> Quantity.SIZE.rounded(rounded(probe.resultBytes())))
            .right(
                    "simulated",
                    10,
                    "%s",
                    probe -> Amount.number(probe.place().loads().rateWups()))
            .left(" limited by", probe -> " " + probe.place().verdict().words());

    private final RegimeReport report;
    private final StringBuilder text = new StringBuilder();

    private RegimeTable(RegimeReport report) {
        this.report = report;
    }

    static String of(RegimeReport report) {
        RegimeTable table = new RegimeTable(report);
        table.headline();
        table.map();
        table.application();
        table.probes();
        return table.text.toString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append(System.lineSeparator());
    }

    private void headline() {
        line(
                "%s: %s, %s, master on %s; %s in, accept %s",
                report.view().name(),
                Plural.of(report.view().hosts().size(), "host"),
                Plural.of(report.view().links().size(), "link"),
                report.view().hosts().get(report.master()).name(),
                size(report.base().inputBytes()),
                Quantity.TIME.rounded(report.base().resultSeconds()));
        line("");
    }

    private void map() {
        line(
                "%10s  C computing  N links  O overhead  M two of them%s",
                "result", report.application() == null ? "" : "  " + PLACE + " the application");
        RegimeGrid grid = report.grid();
        int rows = grid.resultBytes().size();
        int columns = grid.unitSeconds().size();
        int placeRow = place(grid.resultBytes(), report.application(), false, ROWS);
        int placeColumn = place(grid.unitSeconds(), report.application(), true, COLUMNS);
        for (int row = ROWS - 1; row >= 0; row--) {
            int gridRow = row * (rows - 1) / (ROWS - 1);
            StringBuilder letters = new StringBuilder();
            for (int column = 0; column < COLUMNS; column++) {
                Standing standing = grid.at(gridRow, column * (columns - 1) / (COLUMNS - 1));
                letters.append(row == placeRow && column == placeColumn ? PLACE : letter(standing.regime()));
            }
            boolean labelled = row % 4 == 0 || row == ROWS - 1;
            String label =
                    labelled ? Quantity.SIZE.rounded(rounded(grid.resultBytes().get(gridRow))) : "";
            line("%10s |%s", label, letters);
        }
        StringBuilder axis = new StringBuilder();
        StringBuilder labels = new StringBuilder();
        for (int column = 0; column < COLUMNS; column += TICK) {
            double time = grid.unitSeconds().get(column * (columns - 1) / (COLUMNS - 1));
            axis.append('+').append("-".repeat(TICK - 1));
            labels.append(String.format(Locale.ROOT, "%-" + TICK + "s", Quantity.TIME.rounded(time)));
        }
        line("%10s +%s", "", axis.substring(1));
        line("%10s  %s unit", "", labels);
        line("");
    }

    static String size(double bytes) {
        return bytes == 0 ? "0 B" : Quantity.SIZE.rounded(bytes);
    }

    private static double rounded(double bytes) {
        double power = Math.pow(10, Math.floor(Math.log10(bytes)) - 1);
        return Math.rint(bytes / power) * power;
    }

    /** The application's position on an axis, from 0; -1 if it is beyond the axis or unknown. */
    private static int place(
            List<Double> axis, RegimeReport.@Nullable Application application, boolean time, int count) {
        if (application == null) {
            return -1;
        }
        UnitCosts costs = application.costs();
        double value = time ? costs.unitSeconds() : costs.resultBytes();
        double first = axis.get(0);
        double last = axis.get(axis.size() - 1);
        if (value < first || value > last) {
            return -1;
        }
        return (int) Math.round(Math.log(value / first) / Math.log(last / first) * (count - 1));
    }

    static char letter(Regime regime) {
        return switch (regime) {
            case COMPUTATION -> 'C';
            case COMMUNICATION -> 'N';
            case OVERHEAD -> 'O';
            case MIXED -> 'M';
        };
    }

    /** The application by the models that know it. */
    static Map<String, RegimeReport.Place> places(RegimeReport.Application application) {
        Map<String, RegimeReport.Place> places = new LinkedHashMap<>();
        places.put("flow model", application.flow());
        RegimeReport.Place simulated = application.simulated();
        if (simulated != null) {
            places.put(String.format(Locale.ROOT, "simulated, %,d units", application.units()), simulated);
        }
        return places;
    }

    private void application() {
        RegimeReport.Application application = report.application();
        if (application == null) {
            return;
        }
        UnitCosts costs = application.costs();
        line(
                "A unit of %s with a result of %s. %s",
                Quantity.TIME.rounded(costs.unitSeconds()),
                size(costs.resultBytes()),
                application.place().verdict().sentence());
        line("");
        text.append(PLACES.of(places(application).entrySet()));
        if (application.simulated() == null) {
            line("not simulated");
        }
    }

    private void probes() {
        if (report.probes().isEmpty()) {
            return;
        }
        line("");
        text.append(PROBES.of(report.probes()));
    }
}
