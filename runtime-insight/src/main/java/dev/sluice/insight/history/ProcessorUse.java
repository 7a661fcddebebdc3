package dev.sluice.insight.history;

import dev.sluice.model.Median;
import dev.sluice.model.flow.ProcessorShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** How much of a processor the units of an application use, as its earlier runs and benchmarks show. */
public final class ProcessorUse {
    private ProcessorUse() {}

    /**
     * The share of their times in which units of an application use their processor: the median over the rows of the
     * host where they got most of it. 1 if it is unknown.
     */
    public static double share(List<BenchmarkRow> rows, ApplicationKey application) {
        double share = measured(rows, application);
        return share > 0 ? ProcessorShare.used(share) : 1;
    }

    /** The same as it was measured; 0 if it is unknown. */
    public static double measured(List<BenchmarkRow> rows, ApplicationKey application) {
        Map<String, DoubleStream.Builder> hosts = new LinkedHashMap<>();
        for (BenchmarkRow row : rows) {
            double share = row.cpuSeconds() / row.wallSeconds();
            if (row.application().type().equals(application.type()) && share > 0) {
                hosts.computeIfAbsent(row.host(), unused -> DoubleStream.builder())
                        .add(share);
            }
        }
        return hosts.values().stream()
                .mapToDouble(shares -> Median.of(shares.build()))
                .max()
                .orElse(0);
    }
}
