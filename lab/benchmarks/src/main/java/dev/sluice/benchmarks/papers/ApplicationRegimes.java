package dev.sluice.benchmarks.papers;

import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.SimulatedRegime;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The resource that bounds each application in each environment, simulated (Shao's maps of regimes). */
final class ApplicationRegimes {
    private static final String GOOD = "mixed, master on 100 Mbit/s";
    private static final String POOR = "mixed, master on the slow host";

    private final Map<String, Map<PaperApplication, Regime>> found = new LinkedHashMap<>();

    /** Simulates all of them, says which claims hold, and adds a table. */
    static void add(ExperimentRun run) {
        ApplicationRegimes all = new ApplicationRegimes();
        all.simulate("fast", Environment.fast(16));
        all.simulate("slow", Environment.slow(16));
        all.simulate(GOOD, Environment.mixed("sojourner"));
        all.simulate(POOR, Environment.mixed(Environment.SLOWEST));
        all.simulate("wan", Environment.wan(16, false));
        all.claims(run);
        all.table(run);
    }

    private void simulate(String name, Environment environment) {
        Map<PaperApplication, Regime> regimes = new EnumMap<>(PaperApplication.class);
        for (PaperApplication application : PaperApplication.values()) {
            SimulationTerms terms = SimulationTerms.DEFAULT.withResults(application.results());
            regimes.put(
                    application,
                    SimulatedRegime.of(SimulatedRuns.of(application.workload(), environment.machines(), terms))
                            .regime());
        }
        found.put(name, regimes);
    }

    private boolean is(String environment, Regime regime, PaperApplication... applications) {
        return Stream.of(applications).allMatch(each -> regime(environment, each) == regime);
    }

    private Regime regime(String environment, PaperApplication application) {
        Regime regime = found.getOrDefault(environment, Map.of()).get(application);
        if (regime == null) {
            throw new IllegalStateException(application + " on " + environment + " (expected: simulated)");
        }
        return regime;
    }

    private void claims(ExperimentRun run) {
        run.claim(
                "map-fast",
                "on the fast cluster POV-Ray and NAS EP are compute-bound, Mandelbrot is not",
                is("fast", Regime.COMPUTATION, PaperApplication.POVRAY, PaperApplication.EP)
                        && !is("fast", Regime.COMPUTATION, PaperApplication.MANDELBROT),
                words("fast"));
        run.claim(
                "map-slow",
                "on the slow cluster all applications are compute-bound",
                is("slow", Regime.COMPUTATION, PaperApplication.values()),
                words("slow"));
        run.claim(
                "map-poor-master",
                "with a poorly connected master Mandelbrot, DOT and GA-TSP are communication-bound, NAS EP is not",
                is(
                                POOR,
                                Regime.COMMUNICATION,
                                PaperApplication.MANDELBROT,
                                PaperApplication.DOT,
                                PaperApplication.GA_TSP)
                        && is(POOR, Regime.COMPUTATION, PaperApplication.EP),
                words(POOR));
    }

    private String words(String environment) {
        List<String> words = new ArrayList<>();
        for (PaperApplication each : PaperApplication.values()) {
            words.add(each.words() + " " + letter(regime(environment, each)));
        }
        return String.join(", ", words);
    }

    private void table(ExperimentRun run) {
        List<String> header = new ArrayList<>(List.of(""));
        Stream.of(PaperApplication.values()).map(PaperApplication::words).forEach(header::add);
        List<List<String>> rows = new ArrayList<>();
        for (String environment : found.keySet()) {
            List<String> row = new ArrayList<>(List.of(environment));
            for (PaperApplication each : PaperApplication.values()) {
                row.add(letter(regime(environment, each)));
            }
            rows.add(row);
        }
        run.table("What bounds each application", header, rows);
    }

    /** The letter of a regime in maps. */
    static String letter(Regime regime) {
        return switch (regime) {
            case COMPUTATION -> "C";
            case COMMUNICATION -> "N";
            case OVERHEAD -> "O";
            case MIXED -> "M";
        };
    }
}
