package dev.sluice.model.record;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idle ledger: slot time by cause. Each slot-second has exactly one cause.
 *
 * @param slotSeconds slots times their presence [s]
 * @param estimatedSeconds part of it that no worker reported [s]
 * @param times of all slots
 * @param links waiting times for the link to and from each host, longest first
 * @param changes what would make the run quicker, most first
 * @param memory of the units; null if it is not known of any
 * @param spreads how long units, starts, round trips and {@code accept} took
 */
public record IdleLedger(
        double slotSeconds,
        double estimatedSeconds,
        CauseTimes times,
        List<Link> links,
        List<RunView.Change> changes,
        @IfKnown @Nullable MemoryUse memory,
        @IfKnown @Nullable RunSpreads spreads) {
    /** Links with a line of their own. */
    public static final int MOST_LINKS = 1_000;

    /** Nothing is known. */
    public static final IdleLedger NONE = of(0, 0, CauseTimes.ZERO, Map.of());

    /** A ledger of slot time alone. */
    public IdleLedger(
            double slotSeconds,
            double estimatedSeconds,
            CauseTimes times,
            List<Link> links,
            List<RunView.Change> changes) {
        this(slotSeconds, estimatedSeconds, times, links, changes, null, null);
    }

    /** Changes with a line of their own. */
    private static final int MOST_HELPING = 2;

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

        /** Its name in the table. */
        public String words() {
            return words;
        }
    }

    /** One direction of the link between the master and a host. */
    public record Link(String from, String to, double seconds) {}

    /** Slot time of one line. */
    public record Share(String field, String words, double seconds, double percent) {}

    /**
     * A ledger without changes.
     *
     * @param hosts times of each host's slots
     */
    public static IdleLedger of(long slotNanos, long estimatedNanos, CauseTimes times, Map<String, CauseTimes> hosts) {
        List<Link> links = new ArrayList<>();
        hosts.forEach((host, ofHost) -> {
            add(links, host, "master", ofHost.of(Cause.RESULTS_LINK));
            add(links, "master", host, ofHost.of(Cause.INPUTS_LINK));
        });
        links.sort(Comparator.comparingDouble(Link::seconds).reversed());
        List<Link> longest = List.copyOf(links.subList(0, Math.min(MOST_LINKS, links.size())));
        return new IdleLedger(slotNanos / 1e9, estimatedNanos / 1e9, times, longest, List.of());
    }

    private static void add(List<Link> links, String from, String to, long nanos) {
        if (nanos > 0) {
            links.add(new Link(from, to, nanos / 1e9));
        }
    }

    /** The same with other changes. */
    public IdleLedger with(List<RunView.Change> other) {
        return new IdleLedger(slotSeconds, estimatedSeconds, times, links, other, memory, spreads);
    }

    /** The same with the memory of the units, and with how long they and other things took. */
    public IdleLedger with(@Nullable MemoryUse use, RunSpreads took) {
        return new IdleLedger(slotSeconds, estimatedSeconds, times, links, changes, use, took);
    }

    /** The sentences of the best changes that are worth a line: all output names these as what would help. */
    @Written(after = "changes")
    public List<String> helping() {
        return changes.stream()
                .filter(RunView.Change::helps)
                .limit(MOST_HELPING)
                .map(RunView.Change::sentence)
                .toList();
    }

    /** The lines; their percentages sum to 100, except for rounding. */
    @Written(after = "times")
    public List<Share> lines() {
        return Arrays.stream(Line.values())
                .map(line -> new Share(line.field, line.words, seconds(line), percent(line)))
                .toList();
    }

    public double seconds(Line line) {
        return line.causes.stream().mapToLong(times::of).sum() / 1e9;
    }

    public double percent(Line line) {
        return slotSeconds <= 0 ? 0 : 100 * seconds(line) / slotSeconds;
    }

    /** Sum over all causes; 100 except for rounding. */
    public double sumPercent() {
        return lines().stream().mapToDouble(Share::percent).sum();
    }

    /** Time around the application's compute: decoding, encoding, handing over [%]. */
    public double runtimePercent() {
        return slotSeconds <= 0 ? 0 : 100 * (times.of(Cause.RUNTIME) / 1e9) / slotSeconds;
    }
}
