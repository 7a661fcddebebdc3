package dev.sluice.model.tune;

import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The number of hosts that compute, at the begin of a cycle. Two closed forms say where to look: MATE's equations, and
 * the flow model, which knows unequal hosts. Of numbers that take nearly the same time the smallest is suggested, so
 * that no host works for next to nothing. The slowest hosts are parked first. Confined to its tuner.
 */
final class WorkersTunlet implements Tunlet {
    /** A smaller number may take this part longer than the best one. */
    private static final double SPARED = 0.01;

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
        Numbers mate = Numbers.of(hosts.size(), equations::seconds, equations.best(hosts.size()));
        Numbers flow = Numbers.of(hosts.size(), count -> model.flowSeconds(now.withParked(behind(hosts, count))), 0);
        Set<Integer> counts = new TreeSet<>(List.of(mate.fewest, flow.fewest, (mate.fewest + flow.fewest) / 2));
        counts.remove((int) hosts.stream()
                .filter(host -> !now.parked().contains(host.host()))
                .count());
        double half = 0.5 * slots(snapshot, now) / snapshot.units();
        List<Candidate> candidates = new ArrayList<>();
        for (int count : counts) {
            String words = String.format(
                    Locale.ROOT,
                    "%d of %d hosts compute (best by MATE %d, by flow %d)",
                    count,
                    hosts.size(),
                    mate.best,
                    flow.best);
            candidates.add(
                    new Candidate(knob(), now.withParked(behind(hosts, count)), words, COMMON * doubt.doubt(half)));
        }
        return candidates;
    }

    /**
     * Holds the answer of one model.
     *
     * @param best the number with the shortest cycle
     * @param fewest the smallest number whose cycle is not much longer
     */
    private record Numbers(int best, int fewest) {
        /** @param known the best number, or 0 to take that with the least time */
        static Numbers of(int most, IntToDoubleFunction seconds, int known) {
            double[] times = IntStream.rangeClosed(0, most)
                    .mapToDouble(count -> count == 0 ? Double.POSITIVE_INFINITY : seconds.applyAsDouble(count))
                    .toArray();
            int best = known;
            for (int count = 1; count <= most; count++) {
                best = known == 0 && times[count] < times[best] ? count : best;
            }
            int fewest = 1;
            while (fewest < best && times[fewest] > (1 + SPARED) * times[best]) {
                fewest++;
            }
            return new Numbers(Math.max(1, best), fewest);
        }
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
