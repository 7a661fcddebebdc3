package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;

/**
 * The time that workers lose while a master receives one result after the other, and what feeding ahead and adaptive
 * grants recover (Shao, section 3.4 and Figures 3.14 to 3.17).
 */
final class SerializationExperiment implements Experiment {
    private static final double[] BYTES = {70e3, 100e3, 150e3, 250e3, 400e3, 700e3, 1e6, 2e6, 4e6};
    private static final double SHORT_SECONDS = 0.1;
    private static final double LONG_SECONDS = 0.5;
    private static final double ETHERNET_MEGABITS = 10;
    private static final double WIRELESS_MEGABITS = 2;
    private static final long ETHERNET_NANOS = 500_000;
    private static final long WIRELESS_NANOS = 2_000_000;
    private static final double INPUT_BYTES = 16;
    private static final int UNITS = 200;
    private static final int SHARED_UNITS = 500;
    private static final int MEASURED_UNITS = 40;
    private static final List<Double> MEASURED_BYTES = List.of(150e3, 400e3);

    /** Two workers have joined the test network after this time [s]. */
    private static final double JOIN_SECONDS = 14;

    /** The terms of the paper: a unit after the last result was received, and one result received at a time. */
    private static final SimulationTerms PAPER =
            SimulationTerms.DEFAULT.withPrefetch(0).withSpeculation(0).withCongestion(GrantMode.SERIAL);

    /** The terms of a run without options: fed ahead, as many results on their way as give the best goodput. */
    private static final SimulationTerms SLUICE = SimulationTerms.DEFAULT;

    /** The times of one compute time, by size of results [s]. */
    private record Curves(String name, double[] wired, double[] wireless, double[] together, double[] cured) {
        /** The least size from which on both workers together are slower than the wired one alone; 0 for none. */
        double crossover() {
            int first = IntStream.range(0, BYTES.length)
                    .filter(i -> IntStream.range(i, BYTES.length).allMatch(k -> together[k] > wired[k]))
                    .findFirst()
                    .orElse(-1);
            return first < 0 ? 0 : BYTES[first];
        }

        /** The greatest time of the cured run over that of the wired worker alone. */
        double worstCured() {
            return IntStream.range(0, BYTES.length)
                    .mapToDouble(i -> cured[i] / wired[i])
                    .max()
                    .orElse(0);
        }

        double worstTogether() {
            return IntStream.range(0, BYTES.length)
                    .mapToDouble(i -> together[i] / wired[i])
                    .max()
                    .orElse(0);
        }
    }

    @Override
    public String question() {
        return "what a slow link takes from the workers beside it, and whether feeding ahead and grants give it back";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        Curves brief = curves("compute 100 ms", SHORT_SECONDS);
        Curves lengthy = curves("compute 500 ms", LONG_SECONDS);
        two(run, brief, lengthy);
        picture(run, List.of(brief, lengthy));
        for (Curves each : List.of(brief, lengthy)) {
            table(run, each);
        }
        shares(run);
        tomography(run);
    }

    private static Curves curves(String name, double seconds) {
        double[] wired = new double[BYTES.length];
        double[] wireless = new double[BYTES.length];
        double[] together = new double[BYTES.length];
        double[] cured = new double[BYTES.length];
        for (int i = 0; i < BYTES.length; i++) {
            Workload work = units(seconds, BYTES[i], UNITS);
            wired[i] = SimulatedRuns.of(work, two(1), PAPER).seconds();
            wireless[i] = SimulatedRuns.of(work, two(2), PAPER).seconds();
            together[i] = SimulatedRuns.of(work, two(1, 2), PAPER).seconds();
            cured[i] = SimulatedRuns.of(work, two(1, 2), SLUICE).seconds();
        }
        return new Curves(name, wired, wireless, together, cured);
    }

    private static Workload units(double seconds, double bytes, int units) {
        return Workloads.constant(
                1, units, new UnitCosts(seconds, PaperApplication.accept(bytes), INPUT_BYTES, bytes, 0));
    }

    /** A master and a worker on an Ethernet of 10 Mbit/s, and a worker behind a wireless LAN of 2 Mbit/s. */
    private static World two(int... workers) {
        Wire ethernet = Wire.duplex(Environment.bytes(ETHERNET_MEGABITS)).withLatency(ETHERNET_NANOS);
        Wire wireless = Wire.shared(Environment.bytes(WIRELESS_MEGABITS)).withLatency(WIRELESS_NANOS);
        List<Link> links = List.of(new Link("ethernet", Wire.UNLIMITED), new Link("wireless", 0, wireless));
        List<Host> hosts =
                List.of(new Host("master", 0, ethernet), new Host("wired", 0, ethernet), new Host("laptop", 1));
        return new World(new NetworkView("two", links, hosts), 0, workers);
    }

    private static void two(ExperimentRun run, Curves brief, Curves lengthy) {
        run.claim(
                "slower-together",
                "beyond a size of results, a worker behind a slow link makes both together slower than the other alone",
                brief.crossover() > 0,
                "from " + Cells.bytes(brief.crossover()) + " on at 100 ms; up to " + Cells.times(brief.worstTogether())
                        + " of the time of the wired worker alone");
        run.claim(
                "longer-computing",
                "with longer computing this size moves up",
                lengthy.crossover() == 0 || lengthy.crossover() > brief.crossover(),
                Cells.bytes(brief.crossover()) + " at 100 ms, " + Cells.bytes(lengthy.crossover()) + " at 500 ms");
        double worst = Math.max(brief.worstCured(), lengthy.worstCured());
        run.figure("paper-worst", Math.max(brief.worstTogether(), lengthy.worstTogether()), "x");
        run.figure("cured-worst", worst, "x");
        double lost = Math.max(brief.worstTogether(), lengthy.worstTogether()) - 1;
        run.claim(new Claim(
                "cured",
                "the loss can be avoided only by leaving the slow worker out",
                worst - 1 < lost / 2 ? Verdict.HOLDS_BETTER : Verdict.HOLDS,
                "fed ahead and with adaptive grants, both together take at most " + Cells.times(worst)
                        + " of the time of the wired worker alone; one result at a time " + Cells.times(lost + 1)));
    }

    private static void picture(ExperimentRun run, List<Curves> all) throws IOException {
        List<LineChart.Panel> panels = new ArrayList<>();
        for (Curves each : all) {
            panels.add(new LineChart.Panel(
                    each.name,
                    new Axis("bytes of a result", true),
                    new Axis("seconds", true),
                    List.of(
                            new Series("wired worker alone", Mark.LINE, points(each.wired)),
                            new Series("wireless worker alone", Mark.LINE, points(each.wireless)),
                            new Series("both, one result at a time", Mark.LINE, points(each.together)),
                            new Series("both, fed ahead, adaptive grants", Mark.LINE, points(each.cured)))));
        }
        run.picture(
                "serialization",
                new LineChart(
                                "Two workers, one of them behind a slow link",
                                "A master that receives one result at a time makes the wired worker wait for the"
                                        + " wireless one. Feeding ahead and adaptive grants recover most of it.",
                                panels)
                        .picture());
    }

    private static List<Point> points(double[] seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> new Point(BYTES[i], seconds[i]))
                .toList();
    }

    private static void table(ExperimentRun run, Curves curves) {
        List<List<String>> rows = IntStream.range(0, BYTES.length)
                .mapToObj(i -> List.of(
                        Cells.bytes(BYTES[i]),
                        Cells.number(curves.wired[i]),
                        Cells.number(curves.wireless[i]),
                        Cells.number(curves.together[i]),
                        Cells.number(curves.cured[i])))
                .toList();
        run.table(
                "Seconds, " + curves.name,
                List.of("result", "wired alone", "wireless alone", "both, one result at a time", "both, cured"),
                rows);
    }

    /** Units for each worker of unlike hosts while results grow (the paper's last figure of the section). */
    private static void shares(ExperimentRun run) {
        Environment mixed = Environment.mixed("sojourner");
        List<List<String>> rows = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        for (double bytes : new double[] {100, 70e3, 400e3, 2e6}) {
            Workload work = units(SHORT_SECONDS, bytes, SHARED_UNITS);
            SimulationReport paper = SimulatedRuns.of(work, mixed.machines(), PAPER);
            SimulationReport sluice = SimulatedRuns.of(work, mixed.machines(), SLUICE);
            spreads.add(spread(paper));
            rows.add(List.of(
                    Cells.bytes(bytes),
                    Cells.number(paper.seconds()),
                    Cells.times(spread(paper)),
                    Cells.number(sluice.seconds()),
                    Cells.times(spread(sluice))));
        }
        run.claim(
                "equal-shares",
                "with larger results the units of unlike workers go from proportional to their speeds towards equal",
                spreads.get(spreads.size() - 1) < spreads.get(0) / 4,
                "units of the busiest over the least busy worker: " + Cells.times(spreads.get(0)) + " with 100 B, "
                        + Cells.times(spreads.get(spreads.size() - 1)) + " with 2 MB");
        run.table(
                "Nine unlike workers: seconds, and units of the busiest over the least busy worker",
                List.of(
                        "result",
                        "one at a time, s",
                        "spread of units",
                        "fed ahead, adaptive grants, s",
                        "spread of units"),
                rows);
    }

    private static double spread(SimulationReport report) {
        LongSummaryStatistics units = report.workers().stream()
                .mapToLong(SimulationReport.WorkerUse::units)
                .summaryStatistics();
        return (double) units.getMax() / Math.max(1, units.getMin());
    }

    private static void tomography(ExperimentRun run) {
        List<List<String>> rows = new ArrayList<>();
        double paperWorst = 0;
        double sluiceWorst = 0;
        Workload work = PaperApplication.TOMOGRAPHY.workload();
        for (Environment each :
                List.of(Environment.slow(16), Environment.mixed("sojourner"), Environment.wan(16, false))) {
            double fixed =
                    seconds(work, each, PAPER.withPolicy(PolicyName.FIXED).withWeighting(Weighting.PLANNED));
            double paper = seconds(work, each, PAPER);
            double sluice = seconds(work, each, SLUICE);
            double planned =
                    seconds(work, each, SLUICE.withPolicy(PolicyName.FIXED).withWeighting(Weighting.PLANNED));
            paperWorst = Math.max(paperWorst, paper / fixed);
            sluiceWorst = Math.max(sluiceWorst, sluice / planned);
            rows.add(List.of(
                    each.name(),
                    Cells.number(fixed),
                    Cells.number(paper),
                    Cells.times(paper / fixed),
                    Cells.number(planned),
                    Cells.number(sluice),
                    Cells.times(sluice / planned)));
        }
        run.claim(new Claim(
                "tomography",
                "few units with large inputs and results: SS loses against FIXED by capacity",
                paperWorst <= 1.1 ? Verdict.DOES_NOT_HOLD : sluiceWorst < 1.1 ? Verdict.HOLDS_BETTER : Verdict.HOLDS,
                "SS over FIXED at most " + Cells.times(paperWorst) + " with one result at a time, "
                        + Cells.times(sluiceWorst) + " fed ahead with adaptive grants"));
        run.table(
                "Tomography: seconds of FIXED by capacity and of SS",
                List.of("", "one at a time: FIXED", "SS", "SS over FIXED", "fed ahead: FIXED", "SS", "SS over FIXED"),
                rows);
    }

    /** The two workers as real processes in a test network. */
    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns lab = new LabRuns(programs, "wireless.yaml", JOIN_SECONDS);
        List<String> both = List.of("wired", "laptop");
        List<Workload> loads = MEASURED_BYTES.stream()
                .map(bytes -> units(SHORT_SECONDS, bytes, MEASURED_UNITS))
                .toList();
        List<LabRuns.Timed> wired = lab.times(LabRuns.Manner.of("m", List.of("wired"), PAPER), loads);
        List<LabRuns.Timed> together = lab.times(LabRuns.Manner.of("m", both, PAPER), loads);
        List<LabRuns.Timed> fed = lab.times(LabRuns.Manner.of("m", both), loads);
        List<List<String>> rows = new ArrayList<>();
        double slower = 0;
        double cured = 0;
        for (int i = 0; i < loads.size(); i++) {
            slower = Math.max(slower, together.get(i).measured() / wired.get(i).measured());
            cured = Math.max(cured, fed.get(i).measured() / wired.get(i).measured());
            List<String> row = new ArrayList<>(List.of(Cells.bytes(MEASURED_BYTES.get(i))));
            for (LabRuns.Timed each : List.of(wired.get(i), together.get(i), fed.get(i))) {
                row.addAll(List.of(Cells.number(each.measured()), Cells.number(each.simulated())));
            }
            rows.add(row);
        }
        run.figure("measured-paper-worst", slower, "x");
        run.figure("measured-cured-worst", cured, "x");
        run.claim(
                "measured-slower-together",
                "measured: one result at a time, both together are slower than the wired worker alone",
                slower > 1,
                "up to " + Cells.times(slower) + " of its time");
        run.claim(
                "measured-cured",
                "measured: fed ahead and with adaptive grants, they are not",
                cured <= 1.02,
                "at most " + Cells.times(cured) + " of its time");
        run.table(
                "Real runs of " + MEASURED_UNITS
                        + " units of 100 ms in a test network, and the same simulated: seconds",
                List.of(
                        "result",
                        "wired alone",
                        "simulated",
                        "both, one result at a time",
                        "simulated",
                        "both, cured",
                        "simulated"),
                rows);
        run.text(lab.disturbance());
    }

    private static double seconds(Workload work, Environment environment, SimulationTerms terms) {
        return SimulatedRuns.of(work, environment.machines(), terms).seconds();
    }
}
