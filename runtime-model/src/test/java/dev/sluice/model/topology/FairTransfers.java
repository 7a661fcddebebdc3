package dev.sluice.model.topology;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A network with max-min fair transfers and noise. Occasionally other traffic halves a probe, or slows several probes
 * in a row, of all hosts or of one. The first host is the vantage.
 */
final class FairTransfers {
    private static final double CARRIED_OF_FRAME = 1448.0 / 1516;
    private static final double CARRIED_OF_MEDIUM = 1448.0 / 1550;

    private final NetworkView view;
    private final RandomGenerator random;
    private final double noise;
    private final double disturbed;
    private final Set<Set<Integer>> closed = new HashSet<>();

    /** Seconds in which each resource was busy. */
    private final Map<String, Double> busy = new HashMap<>();

    private double phases;
    private double slowed;
    private int phaseLeft;
    private double phaseRate = 1;
    private int phaseHost;
    private int probes;
    private double seconds;

    /** Seconds that a probe takes beside sending. */
    private double between = 0.3;

    FairTransfers(NetworkView view, RandomGenerator random, double noise, double disturbed) {
        this.view = view;
        this.random = random;
        this.noise = noise;
        this.disturbed = disturbed;
    }

    /** Begins a phase of 3 to 9 slow probes with this probability before each probe. */
    FairTransfers withSlowPhases(double probability) {
        phases = probability;
        return this;
    }

    /** Slows this part of all probes, each transfer of them by its own amount. */
    FairTransfers withSlowed(double part) {
        slowed = part;
        return this;
    }

    /** The longest time that any port, direction of a link or medium was busy [s]. */
    double busiestSeconds() {
        return busy.values().stream().mapToDouble(each -> each).max().orElse(0);
    }

    int probes() {
        return probes;
    }

    /** The time that all probes took [s]. */
    double seconds() {
        return seconds;
    }

    /** Lets each probe take this time beside sending [s]. */
    FairTransfers withSecondsBetween(double more) {
        between = more;
        return this;
    }

    /** Closes the path between two hosts, given by their index without the vantage. */
    void close(int one, int other) {
        closed.add(Set.of(one, other));
    }

    List<Machine> machines() {
        return view.hosts().subList(1, view.hosts().size()).stream()
                .map(host -> new Machine(host.name(), 1, ""))
                .toList();
    }

    List<Reading> make(Probe probe) {
        if (probe.transfers().stream().anyMatch(transfer -> closed.contains(Set.of(transfer.from(), transfer.to())))) {
            return probe.transfers().stream()
                    .map(any -> Reading.failed(Reading.Outcome.UNREACHABLE, 0))
                    .toList();
        }
        double[] rates = rates(probe.transfers());
        boolean halved = random.nextDouble() < disturbed;
        boolean hit = slowed > 0 && random.nextDouble() < slowed;
        probes++;
        seconds += probe.sendNanos() * 1e-9 + between;
        beginPhase();
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            double rate = rates[i]
                    * (1 + noise * Math.max(-2, Math.min(2, random.nextGaussian())))
                    * (halved ? 0.5 : 1)
                    * (hit ? random.nextDouble(0.3, 0.95) : 1)
                    * phase(probe.transfers().get(i));
            double ramp = Math.min(
                    0.7 * probe.sendNanos(),
                    slowStartNanos(rate, roundTripNanos(probe.transfers().get(i))));
            double sent = rate * (probe.sendNanos() - ramp) * 1e-9;
            boolean usedUp = sent > probe.bytes();
            double sendNanos = ramp + Math.min(sent, probe.bytes()) / rate * 1e9;
            boolean tooShort = usedUp && sendNanos < probe.warmNanos() + probe.windowNanos() / 2.0;
            double moved = Math.min(sent, probe.bytes());
            sent(probe.transfers().get(i), moved);
            readings.add(new Reading(
                    rate,
                    (long) Math.min(sent, probe.bytes()),
                    roundTripNanos(probe.transfers().get(i)),
                    tooShort ? Reading.Outcome.SHORT : Reading.Outcome.MEASURED));
        }
        return readings;
    }

    /** Counts bytes on all resources that they pass. */
    void sent(Transfer transfer, double bytes) {
        passed(transfer).forEach((server, capacity) -> busy.merge(server, bytes / capacity, Double::sum));
    }

    /** Time in which TCP doubles its window until it fills the path; about one window is sent meanwhile [ns]. */
    private static double slowStartNanos(double rate, long roundTripNanos) {
        double windows = rate * roundTripNanos * 1e-9 / 14_480;
        return windows <= 2 ? 0 : roundTripNanos * (Math.log(windows) / Math.log(2) - 1);
    }

    private void beginPhase() {
        phaseLeft--;
        if (phaseLeft <= 0 && random.nextDouble() < phases) {
            phaseLeft = random.nextInt(3, 10);
            phaseRate = random.nextDouble(0.4, 0.75);
            phaseHost = random.nextInt(-view.hosts().size(), view.hosts().size() - 1); // half of them slow all hosts
        }
    }

    private double phase(Transfer transfer) {
        boolean hit = phaseLeft > 0 && (phaseHost < 0 || transfer.touches(phaseHost));
        return hit ? phaseRate : 1;
    }

    private long roundTripNanos(Transfer transfer) {
        long latency = 100_000;
        Host one = view.hosts().get(transfer.from() + 1);
        Host other = view.hosts().get(transfer.to() + 1);
        List<Integer> up = ways(one.link());
        List<Integer> down = ways(other.link());
        for (int link = 0; link < view.links().size(); link++) {
            latency += up.contains(link) != down.contains(link)
                    ? view.links().get(link).wire().latencyNanos()
                    : 0;
        }
        return 2 * latency;
    }

    /** A link and all links above it. */
    private List<Integer> ways(int from) {
        List<Integer> ways = new ArrayList<>();
        int link = from;
        while (true) {
            ways.add(link);
            List<Integer> parents = view.links().get(link).parents();
            if (parents.isEmpty()) {
                return ways;
            }
            link = parents.get(0);
        }
    }

    private Map<String, Double> passed(Transfer transfer) {
        Map<String, Double> passed = new HashMap<>();
        Host from = view.hosts().get(transfer.from() + 1);
        Host to = view.hosts().get(transfer.to() + 1);
        port(passed, from, true);
        port(passed, to, false);
        List<Integer> up = ways(from.link());
        List<Integer> down = ways(to.link());
        for (int l = 0; l < view.links().size(); l++) {
            Link link = view.links().get(l);
            boolean climbs = up.contains(l) && !down.contains(l);
            boolean descends = down.contains(l) && !up.contains(l);
            boolean top = up.contains(l) && down.contains(l) && common(up, down) == l;
            Wire wire = link.wire();
            if (wire.shared() && (climbs || descends || top)) {
                passed.put("medium " + l, wire.upBytesPerSecond() * CARRIED_OF_MEDIUM);
            } else if (!wire.shared() && climbs) {
                passed.put("up " + l, wire.upBytesPerSecond() * CARRIED_OF_FRAME);
            } else if (!wire.shared() && descends) {
                passed.put("down " + l, wire.downBytesPerSecond() * CARRIED_OF_FRAME);
            }
        }
        return passed;
    }

    private static int common(List<Integer> up, List<Integer> down) {
        return up.stream().filter(down::contains).findFirst().orElseThrow();
    }

    private static void port(Map<String, Double> passed, Host host, boolean sends) {
        Wire port = host.port();
        double rate = sends ? port.upBytesPerSecond() : port.downBytesPerSecond();
        String name = port.shared() ? "" : sends ? " out" : " in";
        passed.put("port " + host.name() + name, rate * (port.shared() ? CARRIED_OF_MEDIUM : CARRIED_OF_FRAME));
    }

    /** Computes rates by progressive filling. */
    double[] rates(List<Transfer> transfers) {
        List<Map<String, Double>> passed = transfers.stream().map(this::passed).toList();
        Map<String, Double> room = new HashMap<>();
        passed.forEach(room::putAll);
        double[] rates = new double[transfers.size()];
        Arrays.fill(rates, -1);
        for (int left = rates.length; left > 0; ) {
            String tightest = "";
            double share = Double.POSITIVE_INFINITY;
            for (Map.Entry<String, Double> server : room.entrySet()) {
                int sharing = 0;
                for (int i = 0; i < rates.length; i++) {
                    sharing += rates[i] < 0 && passed.get(i).containsKey(server.getKey()) ? 1 : 0;
                }
                if (sharing > 0 && server.getValue() / sharing < share) {
                    share = server.getValue() / sharing;
                    tightest = server.getKey();
                }
            }
            for (int i = 0; i < rates.length; i++) {
                if (rates[i] < 0 && passed.get(i).containsKey(tightest)) {
                    rates[i] = share;
                    left--;
                    double taken = share;
                    passed.get(i).keySet().forEach(server -> room.computeIfPresent(server, (any, had) -> had - taken));
                }
            }
        }
        return rates;
    }
}
