package dev.sluice.insight.history;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.model.forecast.Forecast;
import dev.sluice.model.forecast.Forecaster;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers from the history. Repeated measurements are forecast from their values, in the order of writing, which no
 * clock disturbs. Reads the history once, at the first question; for one thread.
 */
public final class HistoryProvider implements Provider {
    /**
     * Least ratio of processor time to wall time of a computing application. If its units use less of a processor on
     * every host, it waits for something.
     */
    private static final double COMPUTING = 0.5;

    /** A smaller share of a processor says nothing about the time of a unit. */
    private static final double LEAST = 0.05;

    /** The mean absolute deviation of a normal distribution, over its standard deviation. */
    private static final double ABSOLUTE_OVER_STANDARD = Math.sqrt(2 / Math.PI);

    private final History history;
    private @Nullable List<BenchmarkRow> benchmarks;
    private @Nullable List<GeneralRow> general;
    private final Map<String, Double> shares = new HashMap<>();

    public HistoryProvider(History history) {
        this.history = history;
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public List<Fact> facts(Question question) {
        return Name.of(question.asked()).map(asked -> facts(question, asked)).orElse(List.of());
    }

    private List<Fact> facts(Question question, Name asked) {
        return switch (asked) {
            case UNIT_SECONDS -> units(question, asked, this::idleSeconds);
            case UNIT_WALL_SECONDS -> units(question, asked, BenchmarkRow::wallSeconds);
            case UNIT_CPU_SECONDS -> units(question, asked, BenchmarkRow::cpuSeconds);
            case ACCEPT_SECONDS -> units(question, asked, BenchmarkRow::acceptSeconds);
            case GENERAL_SECONDS -> general(question);
            case PROCESSOR, CLOCK_HERTZ -> machines(question, asked);
            default -> List.of();
        };
    }

    // ---- what was read

    private List<BenchmarkRow> benchmarks() {
        List<BenchmarkRow> rows = benchmarks;
        if (rows == null) {
            rows = history.benchmarks();
            benchmarks = rows;
        }
        return rows;
    }

    private List<GeneralRow> generalRows() {
        List<GeneralRow> rows = general;
        if (rows == null) {
            rows = history.general();
            general = rows;
        }
        return rows;
    }

    // ---- units

    private List<Fact> units(Question question, Name name, ToDoubleFunction<BenchmarkRow> value) {
        Map<List<String>, List<BenchmarkRow>> groups = new LinkedHashMap<>();
        for (BenchmarkRow row : benchmarks()) {
            if (value.applyAsDouble(row) > 0 && agrees(question, row)) {
                List<String> group =
                        List.of(row.application().type(), row.application().arguments(), row.host());
                groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(row);
            }
        }
        List<Fact> facts = new ArrayList<>();
        for (List<BenchmarkRow> rows : groups.values()) {
            BenchmarkRow latest = rows.get(0);
            long runs = rows.stream().filter(row -> !row.run().isEmpty()).count();
            String source = counted(runs, "run", rows.size() - runs);
            double alone = ABSOLUTE_OVER_STANDARD * latest.spreadSeconds() / Math.sqrt(latest.units());
            facts.add(Fact.number(
                    about(question, latest),
                    name,
                    estimate(rows, value, new Estimate(0, alone, source, latest.time()))));
        }
        return facts;
    }

    private static boolean agrees(Question question, BenchmarkRow row) {
        ApplicationKey application = row.application();
        return agrees(question, Name.HOST, row.host())
                && agrees(question, Name.PROCESSOR, row.processor())
                && agrees(question, Name.BUILD, application.build())
                && agrees(question, Name.ARGUMENTS, application.arguments())
                && agrees(question, Name.CLOCK_HERTZ, String.valueOf(row.clockHertz()))
                && (question.value(Name.APPLICATION).isEmpty()
                        || application.isCalled(question.value(Name.APPLICATION)));
    }

    private static boolean agrees(Question question, Name name, String value) {
        String given = question.given().get(name.text());
        return given == null || given.equals(value);
    }

    private static Map<String, String> about(Question question, BenchmarkRow row) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put(Name.APPLICATION.text(), row.application().name());
        about.put(Name.BUILD.text(), row.application().build());
        about.put(Name.ARGUMENTS.text(), row.application().arguments());
        machine(about, row.host(), row.processor(), row.clockHertz());
        about.putAll(question.given()); // the application in the asker's words
        return about;
    }

    private static void machine(Map<String, String> about, String host, String processor, double clockHertz) {
        about.put(Name.HOST.text(), host);
        if (!processor.isEmpty()) {
            about.put(Name.PROCESSOR.text(), processor);
        }
        if (clockHertz > 0) {
            about.put(Name.CLOCK_HERTZ.text(), String.valueOf(clockHertz));
        }
    }

    /**
     * The time of a unit on an idle slot: processor time over the share of a processor that its units use. Units that
     * rather wait take their wall time at most, and that time if they hardly compute.
     */
    private double idleSeconds(BenchmarkRow row) {
        double share = shares.computeIfAbsent(
                row.application().type(), unused -> ProcessorUse.measured(benchmarks(), row.application()));
        if (!(row.cpuSeconds() > 0) || share < LEAST) {
            return row.wallSeconds();
        }
        double idle = row.cpuSeconds() / Math.min(1, share);
        return share >= COMPUTING ? idle : Math.min(row.wallSeconds(), idle);
    }

    // ---- hosts

    private List<Fact> general(Question question) {
        Map<String, List<GeneralRow>> groups = new LinkedHashMap<>();
        for (GeneralRow row : generalRows()) {
            boolean agrees =
                    agrees(question, Name.HOST, row.host()) && agrees(question, Name.PROCESSOR, row.processor());
            if (agrees && row.seconds() > 0 && !question.given().containsKey(Name.APPLICATION.text())) {
                groups.computeIfAbsent(row.host(), unused -> new ArrayList<>()).add(row);
            }
        }
        List<Fact> facts = new ArrayList<>();
        for (List<GeneralRow> rows : groups.values()) {
            GeneralRow latest = rows.get(0);
            Map<String, String> about = new LinkedHashMap<>();
            machine(about, latest.host(), latest.processor(), latest.clockHertz());
            Estimate alone = new Estimate(0, latest.errorSeconds(), counted(0, "", rows.size()), latest.time());
            facts.add(Fact.number(about, Name.GENERAL_SECONDS, estimate(rows, GeneralRow::seconds, alone)));
        }
        return facts;
    }

    private List<Fact> machines(Question question, Name name) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        for (GeneralRow row : generalRows()) {
            machine(facts, question, name, new Machine(row.host(), row.processor(), row.clockHertz(), row.time()));
        }
        for (BenchmarkRow row : benchmarks()) {
            machine(facts, question, name, new Machine(row.host(), row.processor(), row.clockHertz(), row.time()));
        }
        return List.copyOf(facts.values());
    }

    /** A host as described by a row. */
    private record Machine(String host, String processor, double clockHertz, Instant time) {}

    private static void machine(Map<String, Fact> facts, Question question, Name name, Machine machine) {
        if (machine.processor().isEmpty() || name == Name.CLOCK_HERTZ && !(machine.clockHertz() > 0)) {
            return;
        }
        Map<String, String> about = new LinkedHashMap<>();
        machine(about, machine.host(), machine.processor(), machine.clockHertz());
        about.remove(name.text());
        String value = name == Name.PROCESSOR ? machine.processor() : String.valueOf(machine.clockHertz());
        double number = name == Name.PROCESSOR ? Double.NaN : machine.clockHertz();
        Fact fact = new Fact(
                about, name.text(), value, number, Double.NaN, "the latest benchmark or run there", machine.time());
        if (fact.agreesWith(question)) {
            facts.putIfAbsent(machine.host(), fact);
        }
    }

    // ---- numbers

    /**
     * An estimate from rows, newest first. A single row gives its value with the error, source and time of
     * {@code alone}.
     */
    private static <T> Estimate estimate(List<T> rows, ToDoubleFunction<T> value, Estimate alone) {
        Forecaster forecaster = new Forecaster();
        for (int i = rows.size() - 1; i >= 0; i--) {
            forecaster.add(value.applyAsDouble(rows.get(i)));
        }
        Forecast forecast = forecaster.forecast().orElseThrow();
        double error = rows.size() > 1 ? forecast.meanAbsoluteError() : alone.error();
        return new Estimate(forecast.value(), error, alone.source(), alone.time());
    }

    private static String counted(long runs, String what, long benchmarks) {
        Function<Long, String> plural = count -> count == 1 ? "" : "s";
        String first = runs == 0 ? "" : runs + " " + what + plural.apply(runs);
        String second = benchmarks == 0 ? "" : benchmarks + " benchmark" + plural.apply(benchmarks);
        return first.isEmpty() || second.isEmpty() ? first + second : first + " and " + second;
    }
}
