package dev.sluice.model.tune;

import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The number of hosts that compute, at the begin of a cycle. Two closed forms say where to look: MATE's equations, and
 * the flow model, which knows unequal hosts. Of numbers that take nearly the same time the smallest is suggested, so
 * that no host works for next to nothing. The slowest hosts are parked first. Confined to its tuner.
 */
final class WorkersTunlet implements Tunlet {
    /** Half of the doubt in the time of a cycle is common to two numbers of workers. */
    private static final double COMMON = 0.5;

    private final CycleDoubt doubt = new CycleDoubt();

    @Override
    public Knob knob() {
        return Knob.WORKERS;
    }

    @Override
    public List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        if (snapshot.begins()) {
            doubt.ended(snapshot, now, model.cycle(now).end());
        }
        MateModel equations = snapshot.mate();
        List<HostPart> hosts = snapshot.hosts().stream()
                .sorted(Comparator.comparingDouble(HostPart::rateWups).reversed())
                .toList();
        if (equations == null || !snapshot.begins() || hosts.size() < 2) {
            return List.of();
        }
        HostNumbers mate = HostNumbers.known(equations.best(hosts.size()), equations::seconds);
        HostNumbers flow =
                HostNumbers.searched(hosts.size(), count -> model.flowSeconds(now.withParked(behind(hosts, count))));
        Set<Integer> counts = new TreeSet<>(List.of(mate.fewest(), flow.fewest(), (mate.fewest() + flow.fewest()) / 2));
        counts.remove((int) hosts.stream()
                .filter(host -> !now.parked().contains(host.host()))
                .count());
        double half = 0.5 * slots(snapshot, now) / snapshot.units();
        List<Candidate> candidates = new ArrayList<>();
        for (int count : counts) {
            String words = String.format(
                    Locale.ROOT,
                    "%d of %d hosts %s (best by MATE %d, by flow %d)",
                    count,
                    hosts.size(),
                    count == 1 ? "computes" : "compute",
                    mate.best(),
                    flow.best());
            candidates.add(
                    new Candidate(knob(), now.withParked(behind(hosts, count)), words, COMMON * doubt.doubt(half)));
        }
        return candidates;
    }

    private static int slots(Snapshot snapshot, Setting now) {
        return snapshot.hosts().stream()
                .filter(host -> !now.parked().contains(host.host()))
                .mapToInt(HostPart::slots)
                .sum();
    }

    /** The hosts behind the first ones. */
    private static Set<Integer> behind(List<HostPart> hosts, int count) {
        return hosts.stream().skip(count).map(HostPart::host).collect(Collectors.toSet());
    }
}
