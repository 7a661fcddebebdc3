package dev.sluice.benchmarks.papers;

import dev.sluice.model.regime.Regime;
import java.util.Arrays;
import java.util.List;

/** Adds the claims about regimes that are made of simulated grids and of measured ones. */
final class RegimeClaims {
    /** A time is an order of magnitude more from here on. */
    static final double MAGNITUDE = 5;

    private static final double MOST_AGREE = 0.9;
    private static final double NEAR = 0.1;

    private final ExperimentRun run;
    private final String idPrefix;
    private final String textPrefix;

    private RegimeClaims(ExperimentRun run, String idPrefix, String textPrefix) {
        this.run = run;
        this.idPrefix = idPrefix;
        this.textPrefix = textPrefix;
    }

    static RegimeClaims ofSimulation(ExperimentRun run) {
        return new RegimeClaims(run, "", "");
    }

    static RegimeClaims ofMeasurement(ExperimentRun run) {
        return new RegimeClaims(run, "measured-", "measured: ");
    }

    void claim(String id, String text, boolean holds, String measured) {
        run.claim(idPrefix + id, textPrefix + text, holds, measured);
    }

    void figure(String name, double value, String unit) {
        run.figure(idPrefix + name, value, unit);
    }

    /**
     * Claims that flow model and runs have the same bottleneck in nearly all cells.
     *
     * @param more further figures, for people
     */
    void bottlenecks(String text, List<? extends RegimeGrid<?>> grids, String more) {
        List<? extends RegimeGrid.Cell> cells = cells(grids);
        double agreeing = cells.stream().filter(RegimeGrid.Cell::agrees).count() / (double) cells.size();
        figure("agreeing", 100 * agreeing, "%");
        claim(
                "agreement",
                text,
                agreeing >= MOST_AGREE,
                Cells.percent(agreeing) + " of " + cells.size()
                        + " cells name the same bound, or one of them says mixed" + more);
    }

    /** Claims that the times of the runs were estimated within 10 % in nearly all cells. */
    void times(String text, List<? extends RegimeGrid<?>> grids) {
        double[] errors = cells(grids).stream()
                .mapToDouble(each -> Math.abs(each.error()))
                .toArray();
        double near = Arrays.stream(errors).filter(error -> error <= NEAR).count() / (double) errors.length;
        double median = Cells.median(errors);
        double worst = 0;
        String where = "";
        for (RegimeGrid<?> grid : grids) {
            RegimeGrid.Axes axes = grid.axes();
            for (int row = 0; row < axes.rows(); row++) {
                for (int column = 0; column < axes.columns(); column++) {
                    double error = grid.cell(row, column).error();
                    if (Math.abs(error) > Math.abs(worst)) {
                        worst = error;
                        where = grid.name() + ", " + axes.secondsOf(column) + ", " + axes.bytesOf(row);
                    }
                }
            }
        }
        figure("median-error", 100 * median, "%");
        figure("worst-error", 100 * Math.abs(worst), "%");
        claim(
                "times",
                text,
                near >= MOST_AGREE,
                Cells.percent(near) + " of " + errors.length + " cells within 10 %; median error "
                        + Cells.percent(median) + "; worst " + Cells.change(worst) + " in " + where);
    }

    private static List<? extends RegimeGrid.Cell> cells(List<? extends RegimeGrid<?>> grids) {
        return grids.stream().flatMap(grid -> grid.all().stream()).toList();
    }

    /**
     * Claims that a poorly connected master makes large results slow and leaves fewer compute-bound cells.
     *
     * @param master the poor master in the words of the claim
     * @param column of the cell in the row of the largest results that is compared
     */
    void poorMaster(String master, RegimeGrid<?> good, RegimeGrid<?> poor, int column) {
        double large = poor.seconds(0, column) / good.seconds(0, column);
        claim(
                "poor-master-large",
                master + " makes large results an order of magnitude slower",
                large > MAGNITUDE,
                good.axes().at(0, column) + ": " + Cells.times(large));
        claim(
                "poor-master-region",
                "the compute-bound region is smaller with it",
                poor.count(Regime.COMPUTATION) < good.count(Regime.COMPUTATION),
                poor.count(Regime.COMPUTATION) + " cells instead of " + good.count(Regime.COMPUTATION));
    }
}
