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
 * the flow model, which knows unequal hosts. The slowest hosts are parked first.
 */
final class WorkersTunlet implements Tunlet {
    @Override
    public Knob knob() {
        return Knob.WORKERS;
    }

    @Override
    public List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        MateModel equations = snapshot.mate();
        List<HostPart> hosts = snapshot.hosts().stream()
                .sorted(Comparator.comparingDouble(HostPart::rateWups).reversed())
                .toList();
        if (equations == null || !snapshot.begins() || hosts.size() < 2) {
            return List.of();
        }
        int mate = equations.best(hosts.size());
        int flow = best(hosts.size(), count -> model.flowSeconds(now.withParked(behind(hosts, count))));
        Set<Integer> counts = new TreeSet<>(List.of(mate, flow, (mate + flow) / 2));
        counts.remove(hosts.size() - now.parked().size());
        List<Candidate> candidates = new ArrayList<>();
        for (int count : counts) {
            String words = String.format(
                    Locale.ROOT,
                    "%d of %d hosts compute (MATE %d, flow %d, simulated %d)",
                    count,
                    hosts.size(),
                    mate,
                    flow,
                    count);
            candidates.add(new Candidate(knob(), now.withParked(behind(hosts, count)), words));
        }
        return candidates;
    }

    private static int best(int most, IntToDoubleFunction seconds) {
        double[] times = IntStream.rangeClosed(0, most)
                .mapToDouble(count -> count == 0 ? Double.POSITIVE_INFINITY : seconds.applyAsDouble(count))
                .toArray();
        int best = 1;
        for (int count = 2; count <= most; count++) {
            if (times[count] < times[best]) {
                best = count;
            }
        }
        return best;
    }

    /** The hosts behind the first ones. */
    private static Set<Integer> behind(List<HostPart> hosts, int count) {
        return hosts.stream().skip(count).map(HostPart::host).collect(Collectors.toSet());
    }
}
