package dev.sluice.master.report;

import dev.sluice.master.RunCore;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.ledger.RunVerdict;
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
    /** The causes, in the order in which they are shown. */
    public enum Line {
        COMPUTE(Cause.COMPUTE.field(), "computing", Cause.COMPUTE, Cause.RUNTIME),
        MASTER(Cause.MASTER.field(), "waiting for the master", Cause.MASTER),
        LINK("waitingForLink", "waiting for a link", Cause.RESULTS_LINK, Cause.INPUTS_LINK),
        SETUP(Cause.SETUP.field(), "waiting for the setup", Cause.SETUP),
        NO_WORK(Cause.NO_WORK.field(), "no work left", Cause.NO_WORK),
        STARTING(Cause.STARTING.field(), "starting", Cause.STARTING),
        PARKED(Cause.PARKED.field(), "parked", Cause.PARKED);

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
        return new RunView.Ledger(slotSeconds, lines, waits, changes);
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
     * The verdict of the run until now, or of the whole run. On the master loop.
     *
     * @param over whether the run has ended, so that no report is missing
     */
    static RunVerdict verdict(RunCore core, RunLedger.Summary summary, long nowNanos, boolean over) {
        double known = over ? 1 : 1 - summary.estimatedNanos() / (double) Math.max(1, summary.slotNanos());
        return RunVerdict.of(
                core.recording().course().whole(core.recording().since(nowNanos)),
                summary.times(),
                known,
                new HostRoom(core.registry().entries(), Processor::of).full());
    }
}
