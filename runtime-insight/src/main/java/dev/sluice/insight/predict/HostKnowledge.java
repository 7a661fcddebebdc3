package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The knowledge about hosts before a run, by name; hosts without enough knowledge are absent.
 *
 * @param unitSeconds time of the application's units on an otherwise idle slot there [s]
 * @param available share of a processor that a new process is expected to get, 0 to 1
 */
public record HostKnowledge(Map<String, Double> unitSeconds, Map<String, Double> available) {
    public static final HostKnowledge NOTHING = new HostKnowledge(Map.of(), Map.of());

    public HostKnowledge {
        unitSeconds = Map.copyOf(unitSeconds);
        available = Map.copyOf(available);
    }

    public static HostKnowledge of(
            Knowledge knowledge, ApplicationKey application, Collection<String> hosts, Instant now) {
        Map<String, Double> available = new HashMap<>();
        for (String host : hosts) {
            knowledge
                    .availability(host, now)
                    .ifPresent(share -> available.put(host, Math.max(0, Math.min(1, share.value()))));
        }
        Map<String, Double> times = HistoryForecast.sure(knowledge.unitSeconds(application, hosts));
        return new HostKnowledge(times, available);
    }
}
