package dev.sluice.insight.predict;

import dev.sluice.insight.cost.HostBenchmark;
import dev.sluice.insight.history.GeneralRow;
import dev.sluice.master.report.Processor;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Median;
import dev.sluice.model.Written;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The general benchmark of one host: medians over its rounds, without the first of each process, which includes JIT
 * warm-up.
 *
 * @param errorSeconds mean absolute deviation from the median; NaN for a single round
 */
public record GeneralTimes(
        String host,
        @Written(flat = true) Processor processor,
        int slots,
        int rounds,
        double seconds,
        double floatingSeconds,
        double integerSeconds,
        double memorySeconds,
        @IfKnown double errorSeconds) {

    /**
     * The times of each host, in the order in which they answered.
     *
     * @param hosts by pid; a pid that two hosts have is left out
     * @param slots of hosts
     */
    public static List<GeneralTimes> of(
            List<HostBenchmark.Score> scores, Map<Long, String> hosts, Map<String, Integer> slots) {
        Map<String, List<HostBenchmark.Score>> byHost = new LinkedHashMap<>();
        Map<String, HostBenchmark.Score> first = new LinkedHashMap<>();
        Set<Long> warm = new HashSet<>();
        for (HostBenchmark.Score score : scores) {
            String host = hosts.getOrDefault(score.pid(), "");
            if (!host.isEmpty() && score.seconds() > 0) {
                first.putIfAbsent(host, score);
                if (!warm.add(score.pid())) {
                    byHost.computeIfAbsent(host, unused -> new ArrayList<>()).add(score);
                }
            }
        }
        List<GeneralTimes> times = new ArrayList<>();
        first.forEach((host, score) ->
                times.add(ofHost(host, slots.getOrDefault(host, 1), byHost.getOrDefault(host, List.of(score)))));
        return times;
    }

    private static GeneralTimes ofHost(String host, int slots, List<HostBenchmark.Score> scores) {
        HostBenchmark.Score any = scores.get(0);
        double seconds = Median.of(scores.stream().mapToDouble(HostBenchmark.Score::seconds));
        double error = scores.stream()
                .mapToDouble(score -> Math.abs(score.seconds() - seconds))
                .average()
                .orElse(Double.NaN);
        return new GeneralTimes(
                host,
                new Processor(any.model(), any.clockHertz(), any.processors()),
                slots,
                scores.size(),
                seconds,
                Median.of(scores.stream().mapToDouble(HostBenchmark.Score::floatingSeconds)),
                Median.of(scores.stream().mapToDouble(HostBenchmark.Score::integerSeconds)),
                Median.of(scores.stream().mapToDouble(HostBenchmark.Score::memorySeconds)),
                scores.size() < 2 ? Double.NaN : error);
    }

    public GeneralRow row(Instant now) {
        return new GeneralRow(
                now,
                host,
                processor.model(),
                processor.clockHertz(),
                slots,
                seconds,
                floatingSeconds,
                integerSeconds,
                memorySeconds,
                errorSeconds);
    }
}
