package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Question;
import dev.sluice.model.forecast.Estimate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The knowledge about hosts before a run, by name; hosts without enough knowledge are absent.
 *
 * @param unitSeconds time of the application's units on an otherwise idle slot there [s]
 * @param available share of a processor that a new process is expected to get, 0 to 1
 */
public record HostKnowledge(Map<String, Double> unitSeconds, Map<String, Double> available) {
    public static final HostKnowledge NOTHING = new HostKnowledge(Map.of(), Map.of());

    /** Largest age of a measured availability. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    /** Largest error of a share; a less certain one is no reason to choose another host. */
    private static final double SURE = 0.25;

    public HostKnowledge {
        unitSeconds = Map.copyOf(unitSeconds);
        available = Map.copyOf(available);
    }

    public static HostKnowledge of(
            Knowledge knowledge, ApplicationKey application, Collection<String> hosts, Instant now) {
        Map<String, Double> available = new HashMap<>();
        for (String host : hosts) {
            availability(knowledge, host, now)
                    .ifPresent(share -> available.put(host, Math.max(0, Math.min(1, share.value()))));
        }
        Map<String, Double> times = HistoryForecast.sure(HistoryForecast.unitSeconds(knowledge, application, hosts));
        return new HostKnowledge(times, available);
    }

    /** The availability of a host, if it is known lately and well enough. */
    public static Optional<Estimate> availability(Knowledge knowledge, String host, Instant now) {
        Question question = new Question(Map.of(Name.HOST.text(), host), Name.AVAILABILITY.text());
        return knowledge.pick(question).flatMap(Answer::estimate).filter(share -> isUsable(share, now));
    }

    /** The forecast of a host's free memory less its mean error; empty if nothing is known lately [bytes]. */
    public static OptionalDouble freeBytes(Knowledge knowledge, String host, Instant now) {
        Question question = new Question(Map.of(Name.HOST.text(), host), Name.FREE_MEMORY.text());
        return knowledge
                .pick(question)
                .flatMap(Answer::estimate)
                .filter(free -> isFresh(free, now))
                .map(free -> OptionalDouble.of(Math.max(0, free.value() - (free.hasError() ? free.error() : 0))))
                .orElse(OptionalDouble.empty());
    }

    private static boolean isFresh(Estimate known, Instant now) {
        return Duration.between(known.time(), now).abs().compareTo(FRESH) <= 0; // clocks of hosts differ
    }

    private static boolean isUsable(Estimate share, Instant now) {
        return isFresh(share, now) && share.hasError() && share.error() <= SURE;
    }
}
