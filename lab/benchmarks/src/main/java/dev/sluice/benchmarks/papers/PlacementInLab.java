package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Real runs of three loads with the master on some hosts of {@code mixed10}: predicted, simulated and measured. */
final class PlacementInLab {
    /** The best by the model, two with slow processors or ports in between, and the worst. */
    private static final List<String> MASTERS = List.of("thing1", "kingkong", "lorax", "magie");

    /** A host with a tenth of a processor starts its worker in this time [s]. */
    static final double JOIN_SECONDS = 25;

    /** The tenth host of the view, which the placement paper does not have. */
    static final String ANOTHER = "sparc";

    private PlacementInLab() {}

    /** A load of the test network: a part of the units of the application, of which NAS EP has shorter ones. */
    private record Load(PaperApplication application, double factor, double finer) {
        Workload work() {
            Workload whole = finer == 1 ? application.longer(factor) : application.finer(finer);
            return Workloads.traced(
                    Workloads.constant(1, units(), costs()),
                    IntStream.range(0, units())
                            .mapToLong(unit -> whole.computeNanos(0, unit))
                            .toArray());
        }

        private int units() {
            return (int) Math.round(application.units() * factor);
        }

        UnitCosts costs() {
            UnitCosts costs = application.costs();
            return new UnitCosts(costs.unitSeconds() / finer, 0, 100, costs.resultBytes(), 0);
        }
    }

    private static final List<Load> LOADS = List.of(
            new Load(PaperApplication.MANDELBROT, 0.5, 1),
            new Load(PaperApplication.POVRAY, 0.25, 1),
            new Load(PaperApplication.EP, 0.25, 4));

    /** Adds table and claims. */
    static void measure(ExperimentRun run, LabRuns lab) throws Exception {
        double[][] measured = new double[LOADS.size()][MASTERS.size()];
        double[][] predicted = new double[LOADS.size()][MASTERS.size()];
        NetworkView hosts = lab.viewWithout(ANOTHER);
        double worst = 0;
        List<List<String>> rows = new ArrayList<>();
        List<Workload> loads = LOADS.stream().map(Load::work).toList();
        for (int i = 0; i < MASTERS.size(); i++) {
            String master = MASTERS.get(i);
            List<Timed> times = lab.times(Manner.of(master, lab.without(master, ANOTHER)), loads);
            List<String> row = new ArrayList<>(List.of(master));
            for (int k = 0; k < LOADS.size(); k++) {
                UnitCosts costs = SimulatedRuns.OVERHEADS.onWire(LOADS.get(k).costs());
                Timed time = times.get(k);
                measured[k][i] = time.rate();
                predicted[k][i] = Placement.solve(hosts, costs).rate(hosts.host(master));
                worst = Math.max(worst, Math.abs(time.error()));
                row.add(Cells.number(predicted[k][i]));
                row.add(Cells.number(time.units() / time.simulated()));
                row.add(Cells.number(time.rate()));
                row.add(Cells.change(1 / (1 + time.error()) - 1));
                run.figure(LOADS.get(k).application.words().replace(' ', '-') + "-" + master, time.rate(), "units/s");
            }
            rows.add(row);
        }
        claims(
                run,
                IntStream.range(0, LOADS.size())
                        .mapToObj(k -> new ComparedRates(predicted[k], measured[k]))
                        .toList());
        List<String> header = new ArrayList<>(List.of("master"));
        LOADS.forEach(each -> header.addAll(List.of(
                each.application.words() + ", predicted", "simulated", "measured", "simulated against measured")));
        run.table("Units per second in `mixed10`, with the master on four of its hosts", header, rows);
        run.text(lab.disturbance());
        run.figure("measured-worst-error", 100 * worst, "%");
    }

    /** @param loads rates with each master, by load */
    private static void claims(ExperimentRun run, List<ComparedRates> loads) {
        int wrong = loads.stream().mapToInt(ComparedRates::contradictions).sum();
        double chosen =
                loads.stream().mapToDouble(ComparedRates::chosenOverBest).min().orElseThrow();
        double[] spread = loads.stream().mapToDouble(ComparedRates::spread).toArray();
        run.claim(
                "measured-order",
                "the work-rate model orders the masters as real runs do",
                wrong == 0,
                wrong + " pairs the other way round, of those that the model tells apart by more than 5 %");
        run.claim(
                "measured-best",
                "the master with the best predicted rate is the best one",
                chosen >= 0.97,
                Cells.percent(chosen) + " of the best measured rate of the four, at least");
        run.claim(
                "measured-sensitivity",
                "the place of the master matters more to Mandelbrot than to POV-Ray and NAS EP",
                spread[0] > spread[1] && spread[0] > spread[2],
                "the worst of the four takes " + Cells.change(spread[0]) + ", " + Cells.change(spread[1]) + " and "
                        + Cells.change(spread[2]) + " longer");
    }
}
