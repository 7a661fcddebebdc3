package dev.sluice.master.report;

import dev.sluice.master.RunCore;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.SessionCounters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hosts of a run and the links to them, summed over their workers. Confined to the master loop. */
final class HostViews {
    /** Limit of hosts in a view; the first ones stay. */
    static final int MOST = 2_000;

    private static final double NANOS = 1e9;

    private static final class Sum {
        final String name;
        /** The sub-master through which the host is reached; empty for none. */
        final String through;

        int workers;
        int slots;
        long units;
        double seconds;
        long timed;
        double load = -1;
        double roundTrip = -1;
        double up;
        double down;
        String transport = "";
        RunView.State state = RunView.State.GONE;
        long received;
        long sent;

        Sum(String name, String through) {
            this.name = name;
            this.through = through;
        }
    }

    private final RunCore core;
    private final Path logs;
    private final Map<String, SessionCounters> before = new HashMap<>();
    private long beforeNanos;
    private List<RunView.Host> hosts = List.of();
    private List<RunView.Link> links = List.of();

    HostViews(RunCore core, Path logs) {
        this.core = core;
        this.logs = logs;
    }

    List<RunView.Host> hosts() {
        return hosts;
    }

    /** Slots of all workers that were there, as the report counts them. */
    int slotsOfAll() {
        return core.registry().entries().stream().mapToInt(entry -> entry.slots).sum();
    }

    /** Slots of workers that are parked now. */
    int parkedSlots() {
        return core.registry().entries().stream()
                .filter(entry -> entry.state() == RunView.State.PARKED)
                .mapToInt(entry -> entry.slots)
                .sum();
    }

    List<RunView.Link> links() {
        return links;
    }

    /**
     * Sums all workers up again.
     *
     * @param over whether rates are means of the whole run
     */
    void refresh(long atNanos, boolean over) {
        Map<String, Sum> sums = new LinkedHashMap<>();
        for (WorkerEntry entry : core.registry().entries()) {
            Sum sum = of(sums, entry.host, "");
            if (sum != null) {
                add(sum, entry, over);
            }
            entry.linesBelow().forEach(line -> {
                Sum below = of(sums, line.host(), entry.host);
                if (below != null && !below.through.isEmpty()) {
                    add(below, line, entry.state());
                }
            });
        }
        hosts = sums.values().stream().map(this::host).toList();
        links = links(sums, over ? 0 : beforeNanos, atNanos, over);
        sums.values().forEach(sum -> before.put(sum.name, new SessionCounters(0, sum.sent, 0, sum.received)));
        beforeNanos = atNanos;
    }

    private static @Nullable Sum of(Map<String, Sum> sums, String host, String through) {
        Sum known = sums.get(host);
        if (known == null && sums.size() < MOST) {
            known = new Sum(host, through);
            sums.put(host, known);
        }
        return known;
    }

    /** @param over whether the run has ended; its report then has all workers that took part */
    private static void add(Sum sum, WorkerEntry entry, boolean over) {
        if (over || entry.state() != RunView.State.GONE) {
            sum.workers++;
            sum.slots += entry.slots;
        }
        RunView.State state = over && entry.state() != RunView.State.GONE ? RunView.State.CONNECTED : entry.state();
        sum.state = state.compareTo(sum.state) < 0 ? state : sum.state;
        sum.units += entry.acceptedUnits;
        if (entry.times.units() > 0) {
            sum.timed += entry.times.units();
            sum.seconds += entry.times.units() * entry.times.meanSeconds();
        }
        HostReport report = entry.station.report();
        if (report.sequence() > 0 && report.source() != HostReport.Source.NOBODY) {
            sum.load = report.load().queueThousandths() / (double) HostReport.THOUSANDTHS;
        }
        double roundTrip = entry.station.roundTripSeconds();
        sum.roundTrip = roundTrip >= 0 ? roundTrip : sum.roundTrip;
        sum.up = Math.max(sum.up, entry.station.bytesPerSecond(true));
        sum.down = Math.max(sum.down, entry.station.bytesPerSecond(false));
        sum.transport = word(entry.line().transport());
        SessionCounters counters = entry.counters();
        sum.received += counters.bytesReceived();
        sum.sent += counters.bytesSent();
    }

    private static void add(Sum sum, SubMasterWorkers.Line line, RunView.State ofSubMaster) {
        sum.workers++;
        sum.slots += line.slots();
        sum.state = ofSubMaster;
        sum.units += line.accepted();
        sum.timed += line.stats().units();
        sum.seconds += line.stats().computeNanos() / NANOS;
        sum.transport = word(line.transport());
    }

    private RunView.Host host(Sum sum) {
        return new RunView.Host(
                sum.name,
                sum.workers,
                sum.slots,
                sum.units,
                sum.timed == 0 ? 0 : sum.seconds / sum.timed,
                sum.load,
                sum.roundTrip,
                sum.up,
                sum.transport,
                sum.state,
                sum.transport.equals(word(TransportKind.MEMORY)) ? "" : logs.toString());
    }

    private static String word(TransportKind transport) {
        return transport.name().toLowerCase(Locale.ROOT);
    }

    private List<RunView.Link> links(Map<String, Sum> sums, long fromNanos, long toNanos, boolean over) {
        double seconds = Math.max(1e-3, (toNanos - fromNanos) / NANOS);
        RunRecorder recorder = core.recording().recorder();
        List<RunView.Link> all = new ArrayList<>();
        double up = over ? recorder.bytes(true) / seconds : recorder.bytesUpPerSecond();
        double down = over ? recorder.bytes(false) / seconds : recorder.bytesDownPerSecond();
        all.add(new RunView.Link(0, -1, ThisHost.name(), 0, 0, 0, up, down, 0, 0, false));
        Map<String, Integer> numbers = new HashMap<>();
        for (Sum sum : sums.values()) {
            SessionCounters last = over ? SessionCounters.ZERO : before.getOrDefault(sum.name, SessionCounters.ZERO);
            int number = all.size();
            int parent = numbers.getOrDefault(sum.through, 0);
            numbers.put(sum.name, number);
            all.add(new RunView.Link(
                    number,
                    parent,
                    sum.name,
                    sum.slots,
                    sum.up,
                    sum.down,
                    Math.max(0, sum.received - last.bytesReceived()) / seconds,
                    Math.max(0, sum.sent - last.bytesSent()) / seconds,
                    0,
                    0,
                    false));
        }
        return List.copyOf(all);
    }
}
