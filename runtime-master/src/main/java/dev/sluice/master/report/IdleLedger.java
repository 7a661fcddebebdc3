package dev.sluice.master.report;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The idle ledger: slot time by cause, as the report shows it. Each slot-second has exactly one cause.
 *
 * @param slotSeconds slots times their presence [s]
 * @param estimatedSeconds part of it that no worker reported [s]
 * @param times of all slots
 * @param links waiting times for the link to and from each host, longest first
 */
public record IdleLedger(double slotSeconds, double estimatedSeconds, CauseTimes times, List<Link> links) {
    /** Share of computing from which nothing else limits a run [%]. */
    private static final double BUSY_PERCENT = 90;

    /** In shorter runs, starting and JIT warm-up hide all other causes [s]. */
    private static final double SHORT_SECONDS = 2;

    /** The causes, in the order in which they are shown. */
    public enum Line {
        COMPUTE("compute", "computing", Cause.COMPUTE, Cause.RUNTIME),
        MASTER("waitingForMaster", "waiting for the master", Cause.MASTER),
        LINK("waitingForLink", "waiting for a link", Cause.RESULTS_LINK, Cause.INPUTS_LINK),
        SETUP("waitingForSetup", "waiting for the setup", Cause.SETUP),
        NO_WORK("noWorkLeft", "no work left", Cause.NO_WORK),
        STARTING("starting", "starting", Cause.STARTING),
        PARKED("parked", "parked", Cause.PARKED);

        private final String field;
        private final String words;
        private final List<Cause> causes;

        Line(String field, String words, Cause... causes) {
            this.field = field;
            this.words = words;
            this.causes = List.of(causes);
        }

        /** Its name in JSON. */
        public String field() {
            return field;
        }

        /** Its name in the table. */
        public String words() {
            return words;
        }
    }

    /** One direction of the link between the master and a host. */
    public record Link(String from, String to, double seconds) {}

    /** Waiting times of one host's slots for its link. */
    public record HostTimes(String host, CauseTimes times) {}

    /** The ledger of these workers. */
    public static IdleLedger of(RunLedger.Summary summary, Collection<WorkerEntry> workers) {
        Map<WorkerId, CauseTimes> times = new HashMap<>();
        summary.workers().forEach(each -> times.put(each.worker(), each.times()));
        Map<String, CauseTimes> hosts = new LinkedHashMap<>();
        for (WorkerEntry entry : workers) {
            CauseTimes ofWorker = times.getOrDefault(entry.id, CauseTimes.ZERO);
            hosts.merge(entry.host, ofWorker, CauseTimes::plus);
        }
        return of(
                summary.slotNanos(),
                summary.estimatedNanos(),
                summary.times(),
                hosts.entrySet().stream()
                        .map(each -> new HostTimes(each.getKey(), each.getValue()))
                        .toList());
    }

    public static IdleLedger of(long slotNanos, long estimatedNanos, CauseTimes times, List<HostTimes> hosts) {
        List<Link> links = new ArrayList<>();
        for (HostTimes host : hosts) {
            add(links, host.host(), "master", host.times().of(Cause.RESULTS_LINK));
            add(links, "master", host.host(), host.times().of(Cause.INPUTS_LINK));
        }
        links.sort(Comparator.comparingDouble(Link::seconds).reversed());
        return new IdleLedger(slotNanos / 1e9, estimatedNanos / 1e9, times, links);
    }

    private static void add(List<Link> links, String from, String to, long nanos) {
        if (nanos > 0) {
            links.add(new Link(from, to, nanos / 1e9));
        }
    }

    /** The same for pages and reports, with changes that would make the run quicker. */
    public RunView.Ledger view(List<RunView.Change> changes) {
        List<RunView.Ledger.Line> lines = new ArrayList<>();
        for (Line line : Line.values()) {
            lines.add(new RunView.Ledger.Line(line.field(), line.words(), seconds(line), percent(line)));
        }
        List<RunView.Ledger.Wait> waits = links.stream()
                .limit(HostViews.MOST)
                .map(link -> new RunView.Ledger.Wait(link.from(), link.to(), link.seconds()))
                .toList();
        return new RunView.Ledger(slotSeconds, lines, waits, sentence(), changes);
    }

    public double seconds(Line line) {
        return line.causes.stream().mapToLong(times::of).sum() / 1e9;
    }

    public double percent(Line line) {
        return slotSeconds <= 0 ? 0 : 100 * seconds(line) / slotSeconds;
    }

    /** Sum over all causes; 100 except for rounding. */
    public double sumPercent() {
        double sum = 0;
        for (Line line : Line.values()) {
            sum += percent(line);
        }
        return sum;
    }

    /** Time around the application's compute: decoding, encoding, handing over [s]. */
    public double runtimeSeconds() {
        return times.of(Cause.RUNTIME) / 1e9;
    }

    public double runtimePercent() {
        return slotSeconds <= 0 ? 0 : 100 * runtimeSeconds() / slotSeconds;
    }

    /**
     * The main cause of idle time, and the advice against it, if the run was long enough to show one.
     *
     * @param runSeconds duration of the run [s]
     */
    public String sentence(double runSeconds) {
        boolean known = isBusy() || times.of(Cause.COMPUTE) == 0 || waits().get(0) == Line.STARTING;
        return runSeconds >= SHORT_SECONDS || known
                ? sentence()
                : "Too short to show what limits it: starting and JIT warm-up take much of the first two seconds.";
    }

    /** True if nothing but computing limits the slots that are not parked. */
    private boolean isBusy() {
        return 100 * seconds(Line.COMPUTE) >= BUSY_PERCENT * (slotSeconds - seconds(Line.PARKED));
    }

    /** The causes of idle time that a change could shorten, the longest first. */
    private List<Line> waits() {
        List<Line> waits = new ArrayList<>(List.of(Line.values()));
        waits.remove(Line.COMPUTE);
        waits.remove(Line.PARKED);
        waits.sort(Comparator.comparingDouble(this::seconds).reversed());
        return waits;
    }

    /** The main cause of idle time, and the advice against it. */
    public String sentence() {
        Line most = Line.MASTER;
        for (Line line : Line.values()) {
            boolean waits = line != Line.COMPUTE && line != Line.PARKED;
            most = waits && seconds(line) > seconds(most) ? line : most;
        }
        if (slotSeconds <= 0) {
            return "No slots joined.";
        }
        if (runtimeSeconds() > Math.max(seconds(most), times.of(Cause.COMPUTE) / 1e9)) {
            return "Limited by Sluice's overhead per unit: use larger units.";
        }
        if (isBusy()) {
            return "Limited by computing: add slots.";
        }
        return switch (most) {
            case MASTER -> "Limited by the master: check accept, endCycle and cycle, then --prefetch.";
            case LINK -> "Limited by the link " + linkWords() + ".";
            case SETUP -> "Limited by setups: use smaller setups or longer cycles, and load less in loadState.";
            case NO_WORK -> "Limited by a lack of work: use fewer slots, smaller chunks or more units.";
            case STARTING ->
                times.of(Cause.COMPUTE) == 0
                        ? "No unit was computed."
                        : "Limited by starting the workers: longer runs will not be affected.";
            case COMPUTE, PARKED -> throw new IllegalStateException(most + " is no wait");
        };
    }

    private String linkWords() {
        return links.isEmpty()
                ? "to the master"
                : "from " + links.get(0).from() + " to " + links.get(0).to();
    }
}
