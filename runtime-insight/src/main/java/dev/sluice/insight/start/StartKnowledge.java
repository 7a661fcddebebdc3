package dev.sluice.insight.start;

import dev.sluice.insight.history.StartRow;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How long a run's workers are expected to take until they compute. A host that starts late is no summand of the run's
 * time: simulations let its worker join so much later.
 *
 * @param commandSeconds from the command until launching begins [s]
 * @param hostSeconds from then until the worker of a host computes, by the host's name [s]
 * @param error mean absolute error of these forecasts, by the host's name [s]
 * @param endSeconds from the last result to the end of the command [s]
 * @param words reasons for times that are long, and the source of the forecasts
 */
public record StartKnowledge(
        double commandSeconds,
        Map<String, Double> hostSeconds,
        Map<String, Double> error,
        double endSeconds,
        List<String> words) {
    /** A shorter start is not mentioned [s]. */
    private static final double SHORT_SECONDS = 1;

    /** The way of launching processes on this machine. */
    public static final String LOCAL = "local";

    /** The way of launching in the process of the command. */
    public static final String EMBEDDED = "embedded";

    /** The way of launching by ssh. */
    public static final String SSH = "ssh";

    /** The way of launching a master on another host. */
    public static final String MASTER = "master";

    /** Workers that compute at once. */
    public static final StartKnowledge NOTHING = new StartKnowledge(0, Map.of(), Map.of(), 0, List.of());

    public StartKnowledge {
        hostSeconds = Collections.unmodifiableMap(new LinkedHashMap<>(hostSeconds));
        error = Collections.unmodifiableMap(new LinkedHashMap<>(error));
        words = List.copyOf(words);
    }

    /**
     * The launching that is to be foretold.
     *
     * @param kind the way of launching on other hosts, as in {@link StartRow#kind()}
     * @param view the hosts and the links between them
     * @param workers names of the hosts with workers, in the order in which they are started
     * @param from the host that starts the workers; a host outside the view is behind its first link
     * @param master the host of the master, which sends the application's files
     * @param holding hosts that have the jar of the started process already
     * @param jarBytes size of the jar of the started process, of a worker or a master [bytes]
     * @param prepared hosts that have the application's files already
     * @param applicationBytes size of the application's files that each host gets [bytes]
     */
    public record Asked(
            String kind,
            NetworkView view,
            List<String> workers,
            String from,
            String master,
            Set<String> holding,
            long jarBytes,
            Set<String> prepared,
            long applicationBytes) {
        public Asked {
            workers = List.copyOf(workers);
            holding = Set.copyOf(holding);
            prepared = Set.copyOf(prepared);
        }
    }

    /**
     * The command that starts workers on this machine.
     *
     * @param seconds what it has taken until it launches them; 0 if this is not known [s]
     * @param perProcessor processes that it starts at the same time on this machine, per processor
     */
    public record Command(double seconds, double perProcessor) {
        /** A command that starts one process on two processors. */
        public static final Command UNKNOWN = new Command(0, 0.5);
    }

    /**
     * Forecasts by what starts took: on the host itself, else behind the same link, else by the same way of launching,
     * else as shipped.
     *
     * @param rows newest first, as the history has them
     */
    public static StartKnowledge of(List<StartRow> rows, Asked asked) {
        return of(rows, asked, Command.UNKNOWN);
    }

    /** The same by a command whose own start is known. */
    public static StartKnowledge of(List<StartRow> rows, Asked asked, Command command) {
        return new StartForecast(rows, asked, command).knowledge();
    }

    /** Time in which one host of a view sends so many bytes to another; 0 if the view does not have both [s]. */
    public static double sendingSeconds(NetworkView view, String from, String to, long bytes) {
        int host = view.host(to);
        if (host < 0 || view.host(from) < 0) {
            return 0;
        }
        Transfers transfers = new Transfers(view, from, each -> Double.POSITIVE_INFINITY);
        transfers.add(view.hosts().get(host), bytes);
        return transfers.seconds(view.hosts().get(host));
    }

    /** Time from the begin of launching until the first worker computes; 0 without hosts [s]. */
    public double firstSeconds() {
        return hostSeconds.values().stream().mapToDouble(each -> each).min().orElse(0);
    }

    /** Time from the begin of launching until all workers compute; 0 without hosts [s]. */
    public double lastSeconds() {
        return hostSeconds.values().stream().mapToDouble(each -> each).max().orElse(0);
    }

    /**
     * The largest error of a host's forecast; 0 without hosts [s]. It is an upper bound of {@link #errorOf}, for those
     * who do not know the rates of the hosts.
     */
    public double largestError() {
        return error.values().stream().mapToDouble(each -> each).max().orElse(0);
    }

    /**
     * The error that the starts bring into a time until units are computed: each counts by its part of the rate, and a
     * host that starts after the end not at all. Starts are taken to be late together [s].
     *
     * @param seconds the time, from the begin of launching [s]
     * @param rates of the hosts, by name [units/s]
     */
    public double errorOf(double seconds, Map<String, Double> rates) {
        double sum = 0;
        double weighted = 0;
        for (Map.Entry<String, Double> each : rates.entrySet()) {
            if (hostSeconds.getOrDefault(each.getKey(), 0.0) < seconds) {
                sum += each.getValue();
                weighted += each.getValue() * error.getOrDefault(each.getKey(), 0.0);
            }
        }
        return sum > 0 ? weighted / sum : largestError();
    }

    /** The same with this time from the command until launching begins, which the caller has measured [s]. */
    public StartKnowledge withCommand(double seconds) {
        return new StartKnowledge(seconds, hostSeconds, error, endSeconds, words);
    }

    /**
     * The same for workers that are started when another process computes, such as a master on another host. The errors
     * of both are independent.
     *
     * @param first the start of that process
     * @param end from the last result to the end of the command [s]
     */
    public StartKnowledge after(StartKnowledge first, double end) {
        Map<String, Double> later = new LinkedHashMap<>();
        hostSeconds.forEach((host, seconds) -> later.put(host, seconds + first.firstSeconds()));
        Map<String, Double> errors = new LinkedHashMap<>();
        error.forEach((host, own) -> errors.put(host, Math.hypot(own, first.largestError())));
        List<String> all = new ArrayList<>(words);
        first.words.stream().filter(word -> !words.contains(word)).forEach(all::add);
        return new StartKnowledge(commandSeconds, later, errors, end, all);
    }

    /**
     * The start of a run beside the rest of it, in words; empty if it is short.
     *
     * @param before from the command until launching begins [s]
     * @param seconds of the whole run [s]
     */
    public Optional<String> sentence(double before, double seconds) {
        double all = before + lastSeconds();
        return hostSeconds.isEmpty() || all < SHORT_SECONDS || all >= seconds
                ? Optional.empty()
                : Optional.of(
                        String.format(Locale.ROOT, "%.1f s until all hosts compute, then %.1f s", all, seconds - all));
    }

    /**
     * Time until so many units are computed by hosts that start as expected, from the begin of launching [s]. It solves
     * N = Σ r·max(0, T − t) over the hosts; infinite if nothing computes.
     *
     * @param rates of the hosts, by name [units/s]
     */
    public double secondsFor(double units, Map<String, Double> rates) {
        List<String> hosts = List.copyOf(rates.keySet());
        return new StaggeredWork(
                        units,
                        hosts.stream()
                                .mapToDouble(host -> rates.getOrDefault(host, 0.0))
                                .toArray(),
                        hosts.stream()
                                .mapToDouble(host -> hostSeconds.getOrDefault(host, 0.0))
                                .toArray())
                .seconds();
    }

    /** The machines with workers that start as expected; time 0 of their simulation is the begin of launching. */
    public World on(World machines) {
        return machines.starting(host ->
                hostSeconds.getOrDefault(machines.view().hosts().get(host).name(), Double.NaN));
    }
}
