package dev.sluice.model.plan;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.StagedFileSources;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When the files of a run are on its hosts, by the flow model. All transfers begin at once. A host waits until the
 * busiest line on its way has carried all its copies, and until its source has the files. Immutable. Times are from the
 * beginning of the transfers [s].
 */
public final class Staging {
    private final World machines;
    private final StagedFiles files;
    private final List<StagedFileSources.Step> steps;
    private final double[] seconds;

    private Staging(World machines, StagedFiles files) {
        this.machines = machines;
        this.files = files;
        this.steps = files.isNone() ? List.of() : StagedFileSources.of(machines, files);
        this.seconds = new double[machines.view().hosts().size()];
        Lines lines = new Lines(machines.view());
        for (StagedFileSources.Step step : steps) {
            lines.along(step, (bytes, index, rate) -> bytes[index] += missing(step.host()));
        }
        for (StagedFileSources.Step step : steps) {
            if (missing(step.host()) == 0) {
                continue;
            }
            double[] longest = new double[1];
            long latencyNanos =
                    lines.along(step, (bytes, index, rate) -> longest[0] = Math.max(longest[0], bytes[index] / rate));
            // A piece is asked for before it travels.
            double own = lines.reaches(step) ? longest[0] + 2e-9 * latencyNanos : Double.POSITIVE_INFINITY;
            seconds[step.host()] = Math.max(own, seconds[step.source()] + 1e-9 * latencyNanos);
        }
    }

    private long missing(int host) {
        return files.missing(machines.view().hosts().get(host));
    }

    /** The staging of these files on these machines. */
    public static Staging of(World machines, StagedFiles files) {
        return new Staging(machines, files);
    }

    /** When the host has the files: 0 where no transfer is needed, infinite if it never has them [s]. */
    public double seconds(int host) {
        return seconds[host];
    }

    /** Hosts that get files, the slowest first; among equals, a source comes after the hosts that it sends to. */
    public List<Integer> hosts() {
        return IntStream.range(0, steps.size())
                .mapToObj(i -> steps.get(steps.size() - 1 - i).host())
                .filter(host -> missing(host) > 0)
                .sorted(Comparator.comparingDouble((Integer host) -> -seconds[host]))
                .toList();
    }

    /** Hosts that need no transfer, because they are believed to have all files. */
    public List<Integer> holders() {
        return steps.stream()
                .map(StagedFileSources.Step::host)
                .filter(host -> missing(host) == 0)
                .toList();
    }

    /** When the last host has them [s]. */
    public double lastSeconds() {
        return steps.stream().mapToDouble(step -> seconds[step.host()]).max().orElse(0);
    }

    /**
     * Time of a run whose hosts begin to compute when they have the files [s].
     *
     * @param units number of units
     * @param rates rate of each host of the view, 0 for hosts that do not compute [units/s]
     */
    public double runSeconds(double units, double[] rates) {
        int[] order = IntStream.range(0, rates.length)
                .filter(host -> rates[host] > 0 && seconds[host] < Double.POSITIVE_INFINITY)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer host) -> seconds[host]))
                .mapToInt(Integer::intValue)
                .toArray();
        double rate = 0;
        double left = units;
        double now = 0;
        for (int host : order) {
            double done = rate * (seconds[host] - now);
            if (done >= left) {
                break;
            }
            left -= done;
            now = seconds[host];
            rate += rates[host];
        }
        return rate > 0 ? now + left / rate : Double.POSITIVE_INFINITY;
    }

    /** The bytes on each line, by direction. A line in both directions at once has one count. */
    private static final class Lines {
        /** Receives a line: its counts, its index in them, and its bandwidth [bytes/s]. */
        interface Visitor {
            void at(double[] bytes, int index, double bytesPerSecond);
        }

        private final NetworkView view;
        private final double[] linkDown;
        private final double[] linkUp;
        private final double[] portDown;
        private final double[] portUp;
        private Routes routes;

        Lines(NetworkView view) {
            this.view = view;
            int links = view.links().size();
            int hosts = view.hosts().size();
            linkDown = new double[links];
            linkUp = new double[links];
            portDown = new double[hosts];
            portUp = new double[hosts];
            routes = Routes.to(view, 0);
        }

        boolean reaches(StagedFileSources.Step step) {
            return routes(step.source()).reaches(view.hosts().get(step.host()).link());
        }

        private Routes routes(int source) {
            if (routes.master() != source) {
                routes = Routes.to(view, source);
            }
            return routes;
        }

        /** Visits all lines between the two hosts. Returns the one-way latency [ns]. */
        long along(StagedFileSources.Step step, Visitor visitor) {
            Routes back = routes(step.source());
            Host source = view.hosts().get(step.source());
            Host host = view.hosts().get(step.host());
            visit(source.port(), false, portDown, portUp, step.source(), visitor);
            for (int link = host.link(); link >= 0; link = back.next(link)) {
                Wire medium = view.links().get(link).wire();
                if (medium.shared()) {
                    visit(medium, true, linkDown, linkUp, link, visitor);
                }
                int wire = back.wire(link);
                if (wire >= 0 && !view.links().get(wire).wire().shared()) {
                    visit(view.links().get(wire).wire(), back.climbs(link), linkDown, linkUp, wire, visitor);
                }
            }
            visit(host.port(), true, portDown, portUp, step.host(), visitor);
            return back.latencyNanos(step.host());
        }

        private static void visit(
                Wire wire, boolean downwards, double[] down, double[] up, int index, Visitor visitor) {
            boolean first = downwards || wire.shared();
            visitor.at(first ? down : up, index, first ? wire.downBytesPerSecond() : wire.upBytesPerSecond());
        }
    }
}
