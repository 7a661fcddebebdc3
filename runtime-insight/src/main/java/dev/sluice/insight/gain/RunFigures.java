package dev.sluice.insight.gain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The figures of a run from which its rate and its time follow, as assumed before the run or as measured in it. Links
 * are a tree: of two sets of hosts one contains the other, or they have no host in common.
 *
 * @param hosts each once
 * @param links with the master's own, which has all hosts behind it; without those that are not known
 * @param inputBytes of a unit on a wire [bytes]
 * @param resultBytes of a unit on a wire [bytes]
 * @param acceptSeconds time of the master for one result [s]
 * @param cycles of the run
 * @param unitsOfCycle on average
 */
public record RunFigures(
        List<HostFigures> hosts,
        List<LinkFigures> links,
        double inputBytes,
        double resultBytes,
        double acceptSeconds,
        int cycles,
        double unitsOfCycle) {
    /**
     * A host with workers.
     *
     * @param unitSeconds time of a unit on a processor of its own [s]
     * @param share of a processor that each slot gets, above 0
     * @param startSeconds when it can compute, since the start of the run [s]
     */
    public record HostFigures(String host, int slots, double unitSeconds, double share, double startSeconds) {
        double rate() {
            return slots * Math.min(1, share) / unitSeconds;
        }
    }

    /**
     * A link.
     *
     * @param hosts behind it
     * @param downBytesPerSecond from the master; infinite if it limits nothing
     * @param upBytesPerSecond towards the master; infinite if it limits nothing
     */
    public record LinkFigures(String name, Set<String> hosts, double downBytesPerSecond, double upBytesPerSecond) {
        public LinkFigures {
            hosts = Set.copyOf(hosts);
        }

        LinkFigures with(double down, double up) {
            return new LinkFigures(name, hosts, down, up);
        }
    }

    public RunFigures {
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
    }

    /** Units of the whole run. */
    double units() {
        return cycles * unitsOfCycle;
    }

    /** The largest rate of all hosts together [units/s]. */
    public double rate() {
        return rate(Double.POSITIVE_INFINITY);
    }

    /** The largest rate of the hosts that can compute by then [units/s]. */
    private double rate(double seconds) {
        List<LinkFigures> inner = new ArrayList<>(links);
        inner.sort(Comparator.comparingInt(link -> link.hosts().size()));
        List<Flow> open = new ArrayList<>();
        for (HostFigures host : hosts) {
            if (host.startSeconds() <= seconds) {
                open.add(new Flow(Set.of(host.host()), host.rate()));
            }
        }
        for (LinkFigures link : inner) {
            List<Flow> behind = open.stream()
                    .filter(flow -> link.hosts().containsAll(flow.hosts()))
                    .toList();
            double sum = behind.stream().mapToDouble(Flow::rate).sum();
            open.removeAll(behind);
            open.add(new Flow(link.hosts(), Math.min(sum, capacity(link))));
        }
        double all = open.stream().mapToDouble(Flow::rate).sum();
        return acceptSeconds > 0 ? Math.min(all, 1 / acceptSeconds) : all;
    }

    /** Units of these hosts that pass together [units/s]. */
    private record Flow(Set<String> hosts, double rate) {}

    private double capacity(LinkFigures link) {
        double in = inputBytes > 0 ? link.downBytesPerSecond() / inputBytes : Double.POSITIVE_INFINITY;
        double out = resultBytes > 0 ? link.upBytesPerSecond() / resultBytes : Double.POSITIVE_INFINITY;
        return Math.min(in, out);
    }

    /** The time until all units are accepted, if each host works from its start to the end [s]. */
    public double seconds() {
        double[] starts = hosts.stream()
                .mapToDouble(HostFigures::startSeconds)
                .sorted()
                .distinct()
                .toArray();
        double left = units();
        double now = starts.length == 0 ? 0 : starts[0];
        for (int i = 0; i < starts.length; i++) {
            double rate = rate(starts[i]);
            double end = now + left / rate;
            if (i + 1 == starts.length || end <= starts[i + 1]) {
                return end;
            }
            left -= rate * (starts[i + 1] - now);
            now = starts[i + 1];
        }
        return Double.POSITIVE_INFINITY;
    }

    RunFigures withHosts(List<HostFigures> others) {
        return new RunFigures(others, links, inputBytes, resultBytes, acceptSeconds, cycles, unitsOfCycle);
    }

    RunFigures withLinks(List<LinkFigures> others) {
        return new RunFigures(hosts, others, inputBytes, resultBytes, acceptSeconds, cycles, unitsOfCycle);
    }

    RunFigures withBytes(double input, double result) {
        return new RunFigures(hosts, links, input, result, acceptSeconds, cycles, unitsOfCycle);
    }

    RunFigures withAcceptSeconds(double other) {
        return new RunFigures(hosts, links, inputBytes, resultBytes, other, cycles, unitsOfCycle);
    }

    RunFigures withCycles(int other) {
        return new RunFigures(hosts, links, inputBytes, resultBytes, acceptSeconds, other, unitsOfCycle);
    }
}
