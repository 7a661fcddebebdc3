package dev.sluice.cli.regimes;

import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.cli.option.RuntimeCostOption;
import dev.sluice.cli.option.UnitCostOptions;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionFile;
import dev.sluice.insight.predict.ViewHosts;
import dev.sluice.json.JsonNumbers;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.plan.SimulatedTrial;
import dev.sluice.model.regime.RegimeGrid;
import dev.sluice.model.regime.RegimeGrid.Range;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.regime.SimulatedRegime;
import dev.sluice.model.regime.Standing;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what bounds a run on these machines: computation, communication, overhead. Starts nothing. */
@Command(
        name = "map",
        mixinStandardHelpOptions = true,
        description = {
            "Marks an application on the map. Starts nothing.",
            "The map comes from the flow model and shows the steady state, without setups; the application is simulated."
        },
        exitCodeList = {"0:success", "2:usage error, or an unusable network view", "5:internal error in Sluice"})
final class MapCommand implements Callable<Integer> {
    private static final int PROBE_COLUMNS = 7;
    private static final int PROBE_ROWS = 5;
    private static final long PROBE_UNITS = 4_000;

    /** Hosts times points of the map, above which it becomes coarser. */
    private static final double MOST_WORK = 4e6;

    /** Workers that are simulated at most. */
    private static final int MOST_WORKERS = 4_096;

    @Mixin
    private final PlaceOptions place = PlaceOptions.toBind();

    @Mixin
    private UnitCostOptions unitCosts;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description = "take unit costs from the output of 'sluice predict --json' or 'sluice plan --json'")
    private @Nullable Path prediction;

    @Option(
            names = "--units",
            paramLabel = "N",
            description = "units of a cycle, with --setup or accumulated results: these are sent once for all of them")
    private long units;

    @Mixin
    private RuntimeCostOption runtimeCosts;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "host of the master (default: the host with the highest rate)")
    private @Nullable String master;

    @Option(
            names = "--results",
            paramLabel = "MODE",
            description = "how results travel: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private ResultsKind results = ResultsKind.EACH;

    @Option(
            names = "--unit-times",
            paramLabel = "FROM..TO",
            description = "compute times on the horizontal axis (default: ${DEFAULT-VALUE})")
    private String unitTimes = "1us..100s";

    @Option(
            names = "--result-sizes",
            paramLabel = "FROM..TO",
            description = "result sizes on the vertical axis (default: ${DEFAULT-VALUE})")
    private String resultSizes = "10B..100MB";

    @Option(names = "--simulate", description = "also simulate and mark points all over the map")
    private boolean simulate;

    @Option(names = "--no-simulation", description = "place the application by the flow model only")
    private boolean noSimulation;

    @Option(names = "--json", description = "print one JSON object (docs/regimes.schema.json)")
    private boolean json;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    MapCommand() {}

    @Override
    public Integer call() {
        CommandSpec simulate = spec.parent();
        simulate.options()
                .forEach(each -> TypedOptions.refuse(
                        simulate, "before 'map' (expected: after it)", List.of(each.longestName())));
        ViewFile file = place.read();
        RegimeCosts told = told(file);
        UnitCosts costs = returned(told == null ? new UnitCosts(0.1, 0, 0, 1000, 0) : told.costs());
        units = units == 0 && told != null ? told.units() : units;
        NetworkView network = place.known(file, costs, null, spec.commandLine().getErr()::println)
                .view();
        int host =
                master == null ? Placement.solve(network, costs).best() : ViewHosts.host(network, "--master", master);
        if (units < 0 || told != null && hasPhases(costs) && units == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--units: " + (units == 0 ? "missing" : units)
                            + " (expected: the units of a cycle, because the setup and kept results travel once)");
        }
        RegimeReport report = report(network, host, costs, told != null);
        PrintWriter out = spec.commandLine().getOut();
        pictures.write(() -> RegimePictures.map(report).svg(), () -> RegimePictures.page(report));
        if (json) {
            out.println(RegimeJson.of(report));
        } else {
            out.print(RegimeTable.of(report));
        }
        out.flush();
        return 0;
    }

    // ---- what was told

    /** The application's costs; null when only the map is asked for. */
    private @Nullable RegimeCosts told(ViewFile file) {
        boolean unitTime = unitCosts.tellUnitTime();
        if (prediction != null && unitTime) {
            throw new SluiceException(ErrorCode.USAGE, "--prediction and --unit-time (expected: one of them)");
        }
        if (prediction != null) {
            return RegimeCosts.predicted(prediction, file);
        }
        return unitTime || file.hostWithoutUnitTime().isEmpty() ? new RegimeCosts(unitCosts.costs(file), 0) : null;
    }

    private UnitCosts returned(UnitCosts costs) {
        return results == ResultsKind.ACCUMULATED ? costs.combined() : costs.withResults(results);
    }

    /** True if the application has transfers before or after the units of a cycle. */
    private static boolean hasPhases(UnitCosts costs) {
        return costs.setupBytes() > 0 || costs.results() != ResultsKind.EACH;
    }

    private static Range range(String option, String text, Quantity quantity) {
        String[] ends = text.split("\\.\\.", -1);
        double from = ends.length == 2 ? quantity.of(option, ends[0]) : 0;
        double to = ends.length == 2 ? quantity.of(option, ends[1]) : 0;
        if (!(from > 0 && to > from)) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: FROM..TO, both above 0, ascending)");
        }
        return new Range(from, to);
    }

    // ---- the answer

    private RegimeReport report(NetworkView network, int host, UnitCosts costs, boolean withApplication) {
        Overheads runtime = runtimeCosts.overheads(spec.commandLine().getErr()::println);
        RegimeModel model;
        try {
            model = RegimeModel.of(new World(network, host).with(runtime), costs.cpuShare(), false);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
        Range times = range("--unit-times", unitTimes, Quantity.TIME);
        Range sizes = range("--result-sizes", resultSizes, Quantity.SIZE);
        double fine = Math.min(1, Math.sqrt(MOST_WORK / (160.0 * 120 * model.hosts())));
        int columns = Math.max(24, (int) (160 * fine));
        int rows = Math.max(18, (int) (120 * fine));
        RegimeGrid grid = RegimeGrid.of(model, costs, times, sizes, columns, rows);
        List<RegimeReport.Probe> probes = new ArrayList<>();
        for (int row = 0; simulate && row < PROBE_ROWS; row++) {
            for (int column = 0; column < PROBE_COLUMNS; column++) {
                probes.add(probe(
                        network, host, costs, runtime, at(times, column, PROBE_COLUMNS), at(sizes, row, PROBE_ROWS)));
            }
        }
        RegimeReport.Application application =
                withApplication ? application(network, host, costs, runtime, model) : null;
        return new RegimeReport(network, host, costs, grid, probes, application);
    }

    /** Evenly spaced within the range, not at its ends. */
    private static double at(Range range, int index, int count) {
        return range.from() * Math.pow(range.to() / range.from(), (index + 0.5) / count);
    }

    private RegimeReport.Application application(
            NetworkView network, int host, UnitCosts costs, Overheads runtime, RegimeModel model) {
        Standing flow = model.at(costs);
        if (hasPhases(costs)) {
            int[] workers = IntStream.range(0, network.hosts().size()).toArray();
            FlowSolution solution = Placement.solve(network, costs).solution(host);
            flow = flow.in(CyclePhases.of(solution, costs, units, workers));
        }
        if (noSimulation || network.hosts().size() > MOST_WORKERS) {
            return new RegimeReport.Application(costs, RegimeReport.Place.of(flow), null, 0);
        }
        long simulated = units > 0 ? units : SimulatedTrial.enough(network);
        return new RegimeReport.Application(
                costs,
                RegimeReport.Place.of(flow),
                simulated(network, host, costs, runtime, simulated, units > 0),
                simulated);
    }

    private static RegimeReport.Probe probe(
            NetworkView network, int host, UnitCosts base, Overheads runtime, double seconds, double bytes) {
        UnitCosts costs = base.withTimes(seconds, base.resultSeconds()).withSizes(base.inputBytes(), bytes);
        long units = Math.min(PROBE_UNITS, SimulatedTrial.enough(network));
        return new RegimeReport.Probe(
                seconds, bytes, simulated(network, host, costs.withSetup(0), runtime, units, false));
    }

    private static RegimeReport.Place simulated(
            NetworkView network, int host, UnitCosts costs, Overheads runtime, long units, boolean whole) {
        SimulationReport report = Simulation.run(
                Workloads.constant(1, units, costs),
                World.all(network, host).with(runtime, SimulationTerms.DEFAULT.withResults(costs.results())));
        return new RegimeReport.Place(SimulatedRegime.of(report), report.verdict(whole));
    }

    /**
     * Costs of an application.
     *
     * @param units of a cycle; 0 if unknown
     */
    private record RegimeCosts(UnitCosts costs, long units) {
        private static final String PREDICTION = "what 'sluice predict --json' prints";

        /** Reads the costs of a prediction by partial execution, or of a plan, on a slot of speed 1 of this view. */
        static RegimeCosts predicted(Path file, ViewFile view) {
            JsonNumbers json = JsonNumbers.read("--prediction", file);
            if (json.has("costs.unitSeconds")) {
                UnitCosts costs = new UnitCosts(
                                json.needed("costs.unitSeconds", PREDICTION),
                                json.mean("costs.resultSeconds").orElse(0),
                                json.mean("costs.inputBytes").orElse(0),
                                json.mean("costs.resultBytes").orElse(0),
                                json.mean("costs.setupBytes").orElse(0))
                        .withCpuShare(Math.min(1, json.mean("costs.cpuShare").orElse(1)));
                return new RegimeCosts(costs, (long) json.mean("units").orElse(0));
            }
            Prediction prediction = PredictionFile.read(file);
            return new RegimeCosts(
                    prediction.unitCosts().slower(view.speed(prediction.host()).orElse(1)),
                    prediction.sampled().cycle().units());
        }
    }
}
