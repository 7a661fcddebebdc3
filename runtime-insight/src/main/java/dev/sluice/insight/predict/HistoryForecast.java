package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.ProcessorUse;
import dev.sluice.insight.history.RunRow;
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
import java.util.HashMap;
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
        Optional<UnitTime> known = knowledge.unitSeconds(application, host);
        if (known.isEmpty()) {
            return false;
        }
        unit = known.get().estimate();
        acceptSeconds = knowledge.acceptSeconds(application, host);
        news.accept(sentence(known.get()));
        return true;
    }

    /**
     * The unit times that are certain enough to size chunks.
     *
     * @return by the host's name [s]
     */
    public static Map<String, Double> sure(Map<String, UnitTime> known) {
        Map<String, Double> sure = new HashMap<>();
        known.forEach((host, time) -> {
            Estimate unit = time.estimate();
            if (unit.value() > 0 && unit.hasError() && unit.error() <= SURE * unit.value()) {
                sure.put(host, unit.value());
            }
        });
        return sure;
    }

    /** The same for people: a line for each of a few hosts, or one line for many; none without known times. */
    public static List<String> sentences(Map<String, UnitTime> known, int hosts) {
        if (known.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (known.size() <= FEW_HOSTS) {
            known.forEach((host, time) -> lines.add(sentence(" on " + host, "measured there", time)));
        } else {
            double[] all = known.values().stream()
                    .mapToDouble(time -> time.estimate().value())
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

    /** The time of a unit on this host and where it is known from, for people. */
    public static String sentence(UnitTime time) {
        return sentence("", "on this host", time);
    }

    private static String sentence(String where, String exactly, UnitTime time) {
        Estimate unit = time.estimate();
        String sure = unit.hasError()
                ? String.format(Locale.ROOT, "±%.0f %%", 100 * unit.error() / unit.value())
                : "how sure that is is not known";
        return String.format(
                Locale.ROOT,
                "seconds per unit%s%s: %.3g, %s, %s",
                where,
                time.step() == Generalization.TOLD ? "" : " from history",
                unit.value(),
                time.how(exactly),
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
        Interval interval = Double.isNaN(relative) ? Interval.UNSURE : new Interval(-Math.min(1, relative), relative);
        double cpuSeconds = known.value() * ProcessorUse.share(history.benchmarks(), application);
        SampledUnit one = new SampledUnit(0, known.value(), 0, 0, acceptSeconds, cpuSeconds);
        PredictedCycle cycle = new PredictedCycle(units, 0, List.of(one));
        Sampled sampled = new Sampled(
                cycle,
                Sampled.Course.of(RunTerms.ResultMode.EACH, false, cycles()),
                interval,
                SampleGrowth.Stop.BUDGET,
                List.of(),
                new ResultFile.Kept(Map.of(), 0, ""),
                0,
                List.of());
        return new Prediction(origin, new SampleGrowth(0.05, 1), Instant.now(), ThisHost.name(), sampled, Path.of(""));
    }
}
