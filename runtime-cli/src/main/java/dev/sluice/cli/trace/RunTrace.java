package dev.sluice.cli.trace;

import dev.sluice.cli.trace.ChromeEvents.Track;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The trace of a run from its view: a process for each host, a track for each lane, transfers and decisions. */
final class RunTrace {
    private static final int MASTER = 0;
    private static final int TRANSFERS = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final RunView view;
    private final Map<String, Integer> hosts = new HashMap<>();

    private RunTrace(RunView view) {
        this.view = view;
    }

    /** Writes the trace of a whole view. */
    static void write(RunView view, Path file) throws IOException {
        try (ChromeEvents events = new ChromeEvents(file)) {
            new RunTrace(view).write(events);
        }
    }

    static String units(long firstUnit, int units) {
        return units == 1 ? "unit " + firstUnit : "units " + firstUnit + "–" + (firstUnit + units - 1);
    }

    private void write(ChromeEvents events) {
        List<RunView.Lane> lanes = view.lanes();
        RunView.Spans spans = view.spans();
        for (int i = 0; i < spans.lane().length; i++) {
            RunView.Lane lane = lanes.get(spans.lane()[i]);
            String suffix = spans.outcome()[i] == 0 ? "" : " (" + UnitsFile.outcome(spans.outcome()[i]) + ")";
            long from = spans.fromMicros()[i] * NANOS_PER_MICRO;
            String name = units(spans.firstUnit()[i], spans.units()[i]) + suffix;
            events.span(track(lane), name, "compute", from, from + spans.micros()[i] * NANOS_PER_MICRO);
        }
        RunView.Transfers transfers = view.transfers();
        for (int i = 0; i < transfers.lane().length; i++) {
            RunView.Lane lane = lanes.get(transfers.lane()[i]);
            boolean up = transfers.toMaster()[i] == 1;
            long from = transfers.fromMicros()[i] * NANOS_PER_MICRO;
            Track track = new Track(
                    process(lane.host()),
                    lane.host(),
                    TRANSFERS + 2 * lane.number() + (up ? 1 : 0),
                    lane.worker() + (up ? " to the master" : " from the master"));
            String name = (up ? "results, " : "inputs, ") + transfers.bytes()[i] + " bytes";
            events.transfer(track, name, "network", from, from + transfers.micros()[i] * NANOS_PER_MICRO);
        }
        Track decisions = new Track(MASTER, "master", 0, "decisions");
        for (RunView.Decision decision : view.decisions()) {
            events.instant(decisions, decision.kind() + ": " + decision.what(), (long) (decision.seconds() * 1e9));
        }
    }

    private Track track(RunView.Lane lane) {
        String name = lane.slot() == 0 ? lane.worker() : lane.worker() + " slot " + lane.slot();
        return new Track(process(lane.host()), lane.host(), lane.number() + 1, name);
    }

    private int process(String host) {
        return hosts.computeIfAbsent(host, unused -> hosts.size() + 1);
    }
}
