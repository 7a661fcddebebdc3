package dev.sluice.insight.predict;

import dev.sluice.api.Verdict;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.ProcessorUse;
import dev.sluice.insight.history.RunRow;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.ApplicationMatch;
import dev.sluice.insight.information.Generalization;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Question;
import dev.sluice.master.RunTerms;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.net.runfile.ThisHost;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The forecast of a run without a prediction, from earlier unit times of the same application and arguments, on this
 * machine or on similar ones. Used by one thread.
 */
public final class HistoryForecast {
    /** Interval if the error is unknown: half to twice as long. */
    private static final Interval UNSURE = new Interval(-0.5, 1);

    /**
     * Largest relative error of a unit time that sizes chunks. A less certain time is no reason to assign more to one
     * worker than to another.
     */
    private static final double SURE = 0.5;

    /** Limit of hosts that are listed one by one. */
    private static final int FEW_HOSTS = 8;

    /** Latest runs that are looked at for the number of cycles. */
    private static final int LATEST_RUNS = 200;

    private final boolean consulted;
    private final Origin origin;
    private final ApplicationKey application;
    private final History history;
    private @Nullable Estimate unit;
    private double acceptSeconds;

    public HistoryForecast(boolean consulted, Origin origin, ApplicationKey application, History history) {
        this.consulted = consulted;
        this.origin = origin;
        this.application = application;
        this.history = history;
    }

    /** Tells whether earlier runs may be consulted. */
    public boolean consulted() {
        return consulted;
    }

    /** Tells whether a unit time is known; if so, reports it and its source. */
    public boolean isKnown(Consumer<String> news) {
        if (!consulted) {
            return false;
        }
        Knowledge knowledge = Knowledge.ofHistory(history);
        String host = ThisHost.name();
        Optional<Answer> answer = unitSeconds(knowledge, application, host);
        Optional<Estimate> known = answer.flatMap(Answer::estimate);
        if (answer.isEmpty() || known.isEmpty()) {
            return false;
        }
        unit = known.get();
        acceptSeconds = knowledge
                .pick(question(application, host, Name.ACCEPT_SECONDS))
                .flatMap(Answer::estimate)
                .map(Estimate::value)
                .orElse(0.0);
        news.accept(sentence(answer.get(), known.get()));
        return true;
    }

    /** The unit time of this application with its arguments on a slot of a host, from any machine. */
    public static Optional<Answer> unitSeconds(Knowledge knowledge, ApplicationKey application, String host) {
        return knowledge
                .pick(question(application, host, Name.UNIT_SECONDS))
                .filter(answer -> answer.kin() != ApplicationMatch.OTHER_ARGUMENTS);
    }

    /** The same for each host with a known unit time, in their order. */
    public static Map<String, Answer> unitSeconds(
            Knowledge knowledge, ApplicationKey application, Collection<String> hosts) {
        Map<String, Answer> known = new LinkedHashMap<>();
        for (String host : hosts) {
            unitSeconds(knowledge, application, host)
                    .filter(answer -> answer.estimate().isPresent())
                    .ifPresent(answer -> known.put(host, answer));
        }
        return known;
    }

    /**
     * The unit times that are certain enough to size chunks.
     *
     * @return by the host's name [s]
     */
    public static Map<String, Double> sure(Map<String, Answer> known) {
        Map<String, Double> sure = new HashMap<>();
        known.forEach((host, answer) -> answer.estimate()
                .filter(unit -> unit.value() > 0 && unit.hasError() && unit.error() <= SURE * unit.value())
                .ifPresent(unit -> sure.put(host, unit.value())));
        return sure;
    }

    /** The same for people: a line for each of a few hosts, or one line for many; none without known times. */
    public static List<String> sentences(Map<String, Answer> known, int hosts) {
        if (known.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (known.size() <= FEW_HOSTS) {
            known.forEach((host, answer) -> answer.estimate()
                    .ifPresent(unit -> lines.add(sentence(" on " + host, "measured there", answer, unit))));
        } else {
            double[] all = known.values().stream()
                    .flatMap(answer -> answer.estimate().stream())
                    .mapToDouble(Estimate::value)
                    .sorted()
                    .toArray();
            lines.add(String.format(
                    Locale.ROOT,
                    "seconds per unit: %.3g to %.3g on %d hosts, estimated for each",
                    all[0],
                    all[all.length - 1],
                    all.length));
        }
        if (known.size() < hosts) {
            lines.add("seconds per unit on " + (hosts - known.size()) + " of " + hosts + " hosts: unknown");
        }
        return lines;
    }

    private static Question question(ApplicationKey application, String host, Name asked) {
        Map<String, String> given = new LinkedHashMap<>();
        given.put(Name.APPLICATION.text(), application.type());
        given.put(Name.BUILD.text(), application.build());
        given.put(Name.ARGUMENTS.text(), application.arguments());
        given.put(Name.HOST.text(), host);
        return new Question(given, asked.text());
    }

    /** The source of the answer for this host, for people. */
    public static String sentence(Answer answer, Estimate unit) {
        return sentence("", "on this host", answer, unit);
    }

    private static String sentence(String where, String exactly, Answer answer, Estimate unit) {
        String sure = unit.hasError()
                ? String.format(Locale.ROOT, "±%.0f %%", 100 * unit.error() / unit.value())
                : "how sure that is is not known";
        return String.format(
                Locale.ROOT,
                "seconds per unit%s from %s: %.3g, %s, %s",
                where,
                answer.provider(),
                unit.value(),
                answer.how().replace(Generalization.EXACT.words(), exactly),
                sure);
    }

    /** Number of cycles of the latest complete run with the same arguments; 0 if there was none. */
    private int cycles() {
        return history.runs(LATEST_RUNS).stream()
                .filter(row ->
                        row.application().equals(application) && row.outcome().equals("complete"))
                .mapToInt(RunRow::cycles)
                .findFirst()
                .orElse(0);
    }

    /**
     * The prediction of a cycle of {@code units} units with the known time; null without units or without a known time.
     */
    @Nullable
    public Prediction of(long units) {
        Estimate known = unit;
        if (known == null || units == 0) {
            return null;
        }
        double relative = known.error() / known.value();
        Interval interval = Double.isNaN(relative) ? UNSURE : new Interval(-Math.min(1, relative), relative);
        double cpuSeconds = known.value() * ProcessorUse.share(history.benchmarks(), application);
        SampledUnit one = new SampledUnit(0, known.value(), 0, 0, acceptSeconds, cpuSeconds);
        PredictedCycle cycle = new PredictedCycle(units, 0, List.of(one));
        Sampled sampled = new Sampled(
                cycle,
                RunTerms.ResultMode.EACH,
                false,
                cycles(),
                "",
                interval,
                SampleGrowth.Stop.BUDGET,
                Verdict.CONTINUE,
                List.of(),
                new ResultFile.Kept(Map.of(), 0, ""),
                0,
                List.of());
        return new Prediction(origin, new SampleGrowth(0.05, 1), Instant.now(), ThisHost.name(), sampled, Path.of(""));
    }
}
