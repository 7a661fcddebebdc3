package dev.sluice.insight.predict;

import dev.sluice.api.Verdict;
import dev.sluice.insight.history.Origin;
import dev.sluice.json.JsonTree;
import dev.sluice.master.RunTerms;
import dev.sluice.model.Amounts;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The document of a prediction without its forecast; the schema is {@code docs/prediction.schema.json}.
 *
 * @param files null in predictions of earlier versions
 */
public record PredictionFile(
        String schema,
        Instant created,
        String host,
        Origin origin,
        Cycle cycle,
        @Nullable List<PredictedFile> files,
        Total total,
        Sample sample,
        List<Sampled.Failure> failures,
        Kept kept) {
    static final String SCHEMA = "sluice-prediction-1";

    private record Cycle(
            int number,
            boolean last,
            @IfKnown int cycles,
            long units,
            RunTerms.ResultMode results,
            long setupBytes,
            @Written(flat = true) @Nullable CombinedValue combined,
            String setupSha256,
            Verdict verdict,
            @IfKnown @Nullable Boolean open,
            @IfKnown List<Kind> kinds) {}

    /**
     * Units that need other than one slot.
     *
     * @param needs such as "memory=8589934592 processors=2"
     * @param ranges begin and end of each range of units, half-open [begin, end)
     */
    private record Kind(String needs, long[] ranges) {
        private static Kind of(Event.Sized sized) {
            return new Kind(sized.needs().written(), sized.units().bounds());
        }

        private Event.Sized sized() {
            return new Event.Sized(Amounts.parse(needs), UnitRanges.ofBounds(ranges));
        }
    }

    private record Total(
            double seconds,
            double low,
            double high,
            double lowInOrder,
            double highInOrder,
            double errorAsked,
            int mostWorkers,
            SampleGrowth.Stop stop,
            @Written(value = "tookSeconds", per = 1e9) long nanos) {}

    private record Kept(String file, int units, long bytes, String sha256) {}

    /** An element of each array for each unit. */
    private record Sample(
            long[] unit,
            double[] computeSeconds,
            long[] inputBytes,
            long[] resultBytes,
            double[] acceptSeconds,
            @IfKnown double @Nullable [] cpuSeconds,
            long[] position) {
        private static Sample of(List<SampledUnit> units, Map<Long, Long> positions) {
            boolean timed = units.stream().allMatch(unit -> unit.cpuSeconds() >= 0);
            return new Sample(
                    whole(units, SampledUnit::index),
                    numbers(units, SampledUnit::computeSeconds),
                    whole(units, SampledUnit::inputBytes),
                    whole(units, SampledUnit::resultBytes),
                    numbers(units, SampledUnit::acceptSeconds),
                    timed ? numbers(units, SampledUnit::cpuSeconds) : null,
                    whole(units, unit -> positions.getOrDefault(unit.index(), -1L)));
        }

        private List<SampledUnit> units() {
            double[] cpu = cpuSeconds == null ? computeSeconds : cpuSeconds;
            if (Stream.of(inputBytes.length, resultBytes.length, position.length)
                            .anyMatch(length -> length != unit.length)
                    || Stream.of(computeSeconds, acceptSeconds, cpu).anyMatch(each -> each.length != unit.length)) {
                throw new IllegalArgumentException("sample: expected arrays of one length");
            }
            List<SampledUnit> units = new ArrayList<>();
            for (int i = 0; i < unit.length; i++) {
                double ofCpu = cpuSeconds == null ? Double.NaN : cpu[i];
                units.add(new SampledUnit(
                        unit[i], computeSeconds[i], inputBytes[i], resultBytes[i], acceptSeconds[i], ofCpu));
            }
            return units;
        }

        private Map<Long, Long> positions() {
            Map<Long, Long> positions = new HashMap<>();
            for (int i = 0; i < unit.length; i++) {
                if (position[i] >= 0) {
                    positions.put(unit[i], position[i]);
                }
            }
            return positions;
        }

        private static long[] whole(List<SampledUnit> units, ToLongFunction<SampledUnit> field) {
            return units.stream().mapToLong(field).toArray();
        }

        private static double[] numbers(List<SampledUnit> units, ToDoubleFunction<SampledUnit> field) {
            return units.stream().mapToDouble(field).toArray();
        }
    }

    static PredictionFile of(Prediction prediction) {
        Sampled sampled = prediction.sampled();
        CombinedValue combined = sampled.cycle().combined();
        Interval inOrder = sampled.cycle().intervalInOrder();
        return new PredictionFile(
                SCHEMA,
                prediction.created(),
                prediction.host(),
                prediction.origin(),
                new Cycle(
                        0,
                        sampled.last(),
                        sampled.cycles(),
                        sampled.cycle().units(),
                        sampled.course().mode(),
                        sampled.cycle().setupBytes(),
                        combined == CombinedValue.NONE ? null : combined,
                        sampled.course().setupSha256(),
                        sampled.course().verdict(),
                        sampled.cycle().open() ? true : null,
                        sampled.cycle().kinds().stream().map(Kind::of).toList()),
                sampled.files(),
                new Total(
                        prediction.totalSeconds(),
                        sampled.interval().low(),
                        sampled.interval().high(),
                        inOrder.low(),
                        inOrder.high(),
                        prediction.asked().error(),
                        prediction.asked().workers(),
                        sampled.stop(),
                        sampled.nanos()),
                Sample.of(sampled.cycle().sample(), sampled.kept().positions()),
                sampled.failures(),
                new Kept(
                        prediction.results().getFileName().toString(),
                        sampled.kept().positions().size(),
                        sampled.kept().bytes(),
                        sampled.kept().sha256()));
    }

    /** Reads the file of a prediction; any other content is an error that names file and field. */
    public static Prediction read(Path file) {
        JsonTree json = JsonTree.read(file);
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.at("schema").wrong(SCHEMA + "; 'sluice predict' writes it");
        }
        return json.made(
                "a file written by 'sluice predict'",
                each -> each.as(PredictionFile.class).prediction(file));
    }

    private Prediction prediction(Path file) {
        CombinedValue combined = cycle.combined == null ? CombinedValue.NONE : cycle.combined;
        return new Prediction(
                origin,
                new SampleGrowth(total.errorAsked, total.mostWorkers),
                created,
                host,
                new Sampled(
                        new PredictedCycle(cycle.units, cycle.setupBytes, sample.units(), combined)
                                .with(cycle.kinds.stream().map(Kind::sized).toList(), cycle.open != null && cycle.open),
                        new Sampled.Course(cycle.results, cycle.last, cycle.cycles, cycle.setupSha256, cycle.verdict),
                        new Interval(total.low, total.high),
                        total.stop,
                        failures,
                        new ResultFile.Kept(sample.positions(), kept.bytes, kept.sha256),
                        total.nanos,
                        files == null ? List.of() : files),
                file.resolveSibling(kept.file));
    }
}
