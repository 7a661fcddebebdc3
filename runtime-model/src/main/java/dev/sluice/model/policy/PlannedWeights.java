package dev.sluice.model.policy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rates that a plan expects of hosts, as seconds per unit of one slot: {@link Weighting#PLANNED} weighs slots by
 * them before anything is measured. The slot-weighted mean of the weights of all planned slots is 1. Immutable.
 *
 * @param unitSeconds by host name: seconds between two units of one slot of the host's worker [s]
 * @param subMasterSeconds by host name: the same of one slot below the sub-master on that host [s]
 * @param meanSeconds the same for the mean of all planned slots [s]; 0 without a plan
 */
public record PlannedWeights(
        Map<String, Double> unitSeconds, Map<String, Double> subMasterSeconds, double meanSeconds) {
    /** No plan: every slot weighs 1. */
    public static final PlannedWeights NONE = new PlannedWeights(Map.of(), Map.of(), 0);

    /** Largest number of hosts in a message. */
    public static final int MOST_HOSTS = 8_192;

    private static final int MOST_NAMED = 12;

    /** The weight of a slot that the plan expects nothing of, times the number of slots. */
    private static final double LEAST_WEIGHT = 0.1;

    public PlannedWeights {
        unitSeconds = Collections.unmodifiableMap(new LinkedHashMap<>(unitSeconds));
        subMasterSeconds = Collections.unmodifiableMap(new LinkedHashMap<>(subMasterSeconds));
        unitSeconds.values().forEach(PlannedWeights::check);
        subMasterSeconds.values().forEach(PlannedWeights::check);
        if (!(meanSeconds >= 0 && meanSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("mean of " + meanSeconds + " s (expected: 0 or more, and finite)");
        }
    }

    private static void check(double seconds) {
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("units of " + seconds + " s (expected: above 0, and finite)");
        }
    }

    /**
     * The planned rate of a worker or of all workers below a sub-master.
     *
     * @param slots at least 1
     * @param rate 0 or more [units/s]
     */
    public record Rate(int slots, double rate) {
        /** The sum of two rates. */
        public Rate plus(Rate other) {
            return new Rate(slots + other.slots, rate + other.rate);
        }
    }

    /**
     * Computes the weights from planned rates. A slot without a rate weighs 1/(10·p), so that a plan that is wrong
     * about it does not exclude it.
     *
     * @param workers by host, those below sub-masters included
     * @param subMasters by host
     */
    public static PlannedWeights of(Map<String, Rate> workers, Map<String, Rate> subMasters) {
        Rate all = workers.values().stream().reduce(new Rate(0, 0), Rate::plus);
        if (!(all.rate > 0)) {
            return NONE;
        }
        double mean = all.slots / all.rate;
        double most = mean * all.slots / LEAST_WEIGHT;
        return new PlannedWeights(seconds(workers, most), seconds(subMasters, most), mean);
    }

    private static Map<String, Double> seconds(Map<String, Rate> rates, double most) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        rates.forEach((host, each) -> {
            if (each.slots > 0) {
                seconds.put(host, Math.min(most, each.slots / each.rate));
            }
        });
        return seconds;
    }

    /** The names of all hosts with an expected time, in their order. */
    public SortedSet<String> hosts() {
        SortedSet<String> hosts = new TreeSet<>(unitSeconds.keySet());
        hosts.addAll(subMasterSeconds.keySet());
        return hosts;
    }

    /** Expected times without a plan, for {@link Weighting#MEASURED}: they hold until a unit is timed. */
    public static PlannedWeights expected(Map<String, Double> unitSeconds) {
        return new PlannedWeights(unitSeconds, Map.of(), 0);
    }

    /** True without a plan. */
    public boolean isNone() {
        return meanSeconds == 0;
    }

    /** Seconds per unit of one slot of this host; 0 if the plan does not know the host [s]. */
    public double unitSeconds(String host, boolean subMaster) {
        return (subMaster ? subMasterSeconds : unitSeconds).getOrDefault(host, 0.0);
    }

    /** The weight of one slot of this host; 1 if the plan does not know the host. */
    public double weight(String host, boolean subMaster) {
        double seconds = unitSeconds(host, subMaster);
        return seconds == 0 ? 1 : meanSeconds / seconds;
    }

    /** The same plan with so many hosts at most: sub-masters first, and then workers by name. The others weigh 1. */
    public PlannedWeights atMost(int hosts) {
        if (hosts().size() <= hosts) {
            return this;
        }
        Map<String, Double> subMasters = first(subMasterSeconds, hosts);
        return new PlannedWeights(first(unitSeconds, hosts - subMasters.size()), subMasters, meanSeconds);
    }

    private static Map<String, Double> first(Map<String, Double> seconds, int most) {
        Map<String, Double> first = new LinkedHashMap<>();
        new TreeMap<>(seconds)
                .entrySet().stream().limit(most).forEach(each -> first.put(each.getKey(), each.getValue()));
        return first;
    }

    /** The same plan for the master that a sub-master is to its workers: their slots weigh 1 on average. */
    public PlannedWeights below(String host) {
        return new PlannedWeights(unitSeconds, subMasterSeconds, subMasterSeconds.getOrDefault(host, meanSeconds));
    }

    /** The same plan, in which the worker of {@code host} has another name too. */
    public PlannedWeights alsoNamed(String host, String other) {
        Double seconds = unitSeconds.get(host);
        if (seconds == null || unitSeconds.containsKey(other)) {
            return this;
        }
        Map<String, Double> more = new LinkedHashMap<>(unitSeconds);
        more.put(other, seconds);
        return new PlannedWeights(more, subMasterSeconds, meanSeconds);
    }

    /** The weights for people: "weights of a slot as planned: a 3.00, b 0.75". */
    public String sentence() {
        List<String> words = new ArrayList<>();
        new TreeMap<>(subMasterSeconds).keySet().forEach(host -> words.add(words(host, true)));
        new TreeMap<>(unitSeconds).keySet().forEach(host -> words.add(words(host, false)));
        int more = words.size() - MOST_NAMED;
        return "weights of a slot as planned: " + String.join(", ", more > 0 ? words.subList(0, MOST_NAMED) : words)
                + (more > 0 ? ", and " + more + " further" : "");
    }

    private String words(String host, boolean subMaster) {
        return String.format(Locale.ROOT, "%s%s %.2f", subMaster ? "below " : "", host, weight(host, subMaster));
    }

    /** The weights in words, for a command line: the mean, then HOST=SECONDS, then sub-masters as HOST/=SECONDS. */
    public String words() {
        StringBuilder words = new StringBuilder(Double.toString(meanSeconds));
        new TreeMap<>(unitSeconds)
                .forEach((host, seconds) ->
                        words.append(' ').append(host).append('=').append((float) (double) seconds));
        new TreeMap<>(subMasterSeconds)
                .forEach((host, seconds) ->
                        words.append(' ').append(host).append("/=").append((float) (double) seconds));
        return words.toString();
    }

    /**
     * The same words for as many hosts as fit.
     *
     * @param most hosts, those that {@link #atMost} keeps
     * @param mostBytes of the words in UTF-8, which have no host if this is too small for any [bytes]
     */
    public String words(int most, int mostBytes) {
        int fits = 0;
        int tooMany = Math.min(most, hosts().size()) + 1;
        while (tooMany - fits > 1) {
            int middle = (fits + tooMany) / 2;
            boolean fit = atMost(middle).words().getBytes(StandardCharsets.UTF_8).length <= mostBytes;
            fits = fit ? middle : fits;
            tooMany = fit ? tooMany : middle;
        }
        return atMost(fits).words();
    }

    /**
     * Reads {@link #words}.
     *
     * @throws IllegalArgumentException if they are not of this form
     */
    public static PlannedWeights parse(String words) {
        String[] all = words.split(" ", -1);
        Map<String, Double> workers = new LinkedHashMap<>();
        Map<String, Double> subMasters = new LinkedHashMap<>();
        for (int i = 1; i < all.length; i++) {
            int equals = all[i].lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(all[i] + " (expected: HOST=SECONDS)");
            }
            double seconds = Double.parseDouble(all[i].substring(equals + 1));
            String host = all[i].substring(0, equals);
            if (host.endsWith("/")) {
                subMasters.put(host.substring(0, host.length() - 1), seconds);
            } else {
                workers.put(host, seconds);
            }
        }
        return new PlannedWeights(workers, subMasters, Double.parseDouble(all[0]));
    }
}
