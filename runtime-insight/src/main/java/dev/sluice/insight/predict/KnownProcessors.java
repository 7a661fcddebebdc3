package dev.sluice.insight.predict;

import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.GeneralRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.master.report.Processor;
import dev.sluice.master.weather.Weather;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The processors of hosts: of this one, of hosts with runs and benchmarks, and of hosts that runs and pools have seen.
 * Read once, when they are needed first; for one thread.
 */
final class KnownProcessors {
    private final History history;
    private final RecentWeather weather;
    private @Nullable List<Known> read;

    /** The processors of one host at one time. */
    private record Known(String host, String model, double clockHertz, Instant time) {}

    KnownProcessors(History history, RecentWeather weather) {
        this.history = history;
        this.weather = weather;
    }

    /** The host's processor model; empty if it is unknown. */
    String model(String host, Instant now) {
        Known latest = latest(known -> known.host.equals(host), now);
        return latest == null ? "" : latest.model;
    }

    /** The clock of a host, or of hosts with the same processors; empty if it is unknown [Hz]. */
    OptionalDouble clockHertz(String host, Instant now) {
        Known latest = latest(known -> known.host.equals(host) && known.clockHertz > 0, now);
        if (latest == null) {
            String model = model(host, now);
            latest = latest(known -> known.model.equals(model) && known.clockHertz > 0, now);
        }
        return latest == null ? OptionalDouble.empty() : OptionalDouble.of(latest.clockHertz);
    }

    private @Nullable Known latest(Predicate<Known> wanted, Instant now) {
        return all().stream()
                .filter(wanted)
                .max(Comparator.comparing(known -> MeasuredTimes.recency(known.time, now)))
                .orElse(null);
    }

    private List<Known> all() {
        List<Known> all = read;
        if (all == null) {
            all = new ArrayList<>();
            Processor here = Processor.here();
            all.add(new Known(ThisHost.name(), here.model(), here.clockHertz(), Instant.now()));
            addMeasured(all);
            addSeen(all);
            all.removeIf(known -> known.model.isEmpty());
            read = all;
        }
        return all;
    }

    /** The newest row of each host, which is the first, and the newest with a clock. */
    private void addMeasured(List<Known> all) {
        List<Known> rows = new ArrayList<>();
        for (GeneralRow row : history.general()) {
            rows.add(new Known(row.host(), row.processor(), row.clockHertz(), row.time()));
        }
        for (BenchmarkRow row : history.benchmarks()) {
            rows.add(new Known(row.host(), row.processor(), row.clockHertz(), row.time()));
        }
        Set<String> hosts = new HashSet<>();
        Set<String> clocks = new HashSet<>();
        for (Known row : rows) {
            if (!row.model.isEmpty() && (hosts.add(row.host) | (row.clockHertz > 0 && clocks.add(row.host)))) {
                all.add(row);
            }
        }
    }

    /** Likewise for the latest run or pool that saw a host. */
    private void addSeen(List<Known> all) {
        Set<String> hosts = new HashSet<>();
        for (Weather each : weather.latestFirst()) {
            for (WorkerWeather worker : each.workers()) {
                worker.report()
                        .processor()
                        .filter(seen -> hosts.add(worker.host()))
                        .ifPresent(seen -> {
                            Instant time = Instant.ofEpochMilli(worker.reportedMillis());
                            all.add(new Known(worker.host(), seen.model(), seen.clockHertz(), time));
                        });
            }
        }
    }
}
