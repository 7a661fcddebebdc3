package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Load;
import dev.sluice.net.message.HostReport.Processors;
import dev.sluice.worker.sense.ControlGroups.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes reports, each about the time since the one before. Values that cannot be read are left out, and no content
 * makes it fail. Confined to the sensor's thread.
 */
final class HostLook {
    private static final double NANOS = 1e9;
    private static final long LONGEST_NANOS = 86_400_000_000_000L;
    private static final double MOST_THOUSANDTHS = 1e9;

    /** Index of the nice value in {@code /proc/self/stat}, counted from 0 after the name in parentheses. */
    private static final int NICE_FIELD = 16;

    private final HostFiles files;
    private final int slots;
    private final OwnUse own;
    private final RunQueue queue;
    private final ControlGroups groups;
    private HostReader reader;
    private HostReport.Processor processor;
    private CpuTimes before;
    private Map<String, Double> groupsBefore = Map.of();
    private long beforeNanos;
    private long sequence;

    /** Starts the first interval now. */
    HostLook(HostFiles files, int slots, OwnUse own, HostReader reader, long nowNanos) {
        this.files = files;
        this.slots = slots;
        this.own = own;
        this.queue = new RunQueue(files);
        this.groups = new ControlGroups(files);
        this.reader = reader;
        this.processor = reader.processor();
        this.before = reader.times();
        begin(nowNanos);
    }

    /** Changes the reader; the interval starts again. */
    void readBy(HostReader other, long nowNanos) {
        reader = other;
        processor = other.processor();
        before = other.times();
        begin(nowNanos);
    }

    private void begin(long nowNanos) {
        own.next();
        groupsBefore = used(groups.limits());
        beforeNanos = nowNanos;
        queue.clear();
    }

    private static Map<String, Double> used(List<Level> levels) {
        Map<String, Double> used = new HashMap<>();
        levels.forEach(level -> level.usedSeconds().ifPresent(seconds -> used.put(level.directory(), seconds)));
        return used;
    }

    /** Samples the run queue; called several times in an interval. */
    void sample() {
        queue.sample(before.online());
    }

    /** Reports the time since the last report, and starts the next interval. */
    HostReport report(long nowNanos) {
        List<Integer> allowed = Affinity.of(files);
        CpuTimes now = reader.times();
        CpuShares shares = now.since(before, allowed);
        double ownSeconds = own.next() / NANOS;
        double seconds = Math.max(1e-3, (nowNanos - beforeNanos) / NANOS);
        List<Level> levels = groups.limits();
        double quota = levels.stream().mapToDouble(Level::quota).min().orElse(0);
        HostReport report = new HostReport(
                ++sequence,
                Math.max(0, Math.min(LONGEST_NANOS, nowNanos - beforeNanos)),
                slots,
                new Processors(shares.processors(), thousandths(quota)),
                shares.processors() == 0 ? 0 : 1 + thousandths(availability(shares, ownSeconds, seconds, levels)),
                new Load(thousandths(queue.length()), thousandths(reader.loadAverage()), shares.times()),
                reader.memory(),
                Math.round(ownSeconds * NANOS),
                shares.processors() == 0 ? HostReport.Source.NOBODY : reader.source(),
                Optional.of(processor),
                List.of());
        before = now;
        beforeNanos = nowNanos;
        groupsBefore = used(levels);
        queue.clear();
        return report;
    }

    private double availability(CpuShares shares, double ownSeconds, double seconds, List<Level> levels) {
        // We may use only some of the machine's processors; the same share of waiting processes competes for them.
        double part = Math.min(1, shares.processors() / (double) Math.max(1, before.online()));
        double least = Availability.of(new Availability.Interval(
                shares.processors(),
                shares.busy(),
                shares.of(CpuTimes.NICE),
                shares.of(CpuTimes.STOLEN),
                queue.waiting() * part,
                shares.processorsOf(ownSeconds),
                nice(files) > 0));
        for (Level level : levels) {
            Double then = groupsBefore.get(level.directory());
            double used = then == null || level.usedSeconds().isEmpty()
                    ? ownSeconds
                    : level.usedSeconds().getAsDouble() - then;
            least = Math.min(least, Availability.underQuota(level.quota(), (used - ownSeconds) / seconds));
        }
        return least;
    }

    /** The nice value of this process; 0 if it cannot be read. */
    private static int nice(HostFiles files) {
        String stat = files.read("/proc/self/stat").orElse("");
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).trim().split("\\s+", -1);
        return words.length > NICE_FIELD && words[NICE_FIELD].matches("-?[0-9]{1,2}")
                ? Integer.parseInt(words[NICE_FIELD])
                : 0;
    }

    private static int thousandths(double value) {
        return (int) Math.round(Math.max(0, Math.min(MOST_THOUSANDTHS, value * HostReport.THOUSANDTHS)));
    }
}
