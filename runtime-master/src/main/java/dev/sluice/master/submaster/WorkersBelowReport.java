package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerStats;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports the workers below a sub-master to its parent master. Each beat carries a message with some workers that have
 * news, in turn; the end carries all remaining news. Counters that only grow, as those of a computing worker always do,
 * are reported after growing by 1/8, which costs a slow link almost nothing. If the sub-master dies before the end, the
 * report lacks the rest. Confined to the loop.
 */
final class WorkersBelowReport {
    private static final int PARTS = 8;

    /** Figures that another master had counted already. */
    private final Map<String, SubMasterWorkers.Line> before = new HashMap<>();

    private final Map<String, SubMasterWorkers.Line> told = new HashMap<>();
    private int turn;

    /**
     * Begins a registered session.
     *
     * @param known whether that master has counted the earlier figures
     */
    void begin(Collection<WorkerEntry> entries, boolean known) {
        told.clear();
        if (!known) {
            before.clear();
            lines(entries).forEach(line -> before.put(line.name(), line));
            told.putAll(before);
        }
    }

    /** The messages to send with a beat. */
    List<SubMasterWorkers> next(Collection<WorkerEntry> entries) {
        List<SubMasterWorkers.Line> all = lines(entries);
        List<SubMasterWorkers.Line> news = new ArrayList<>();
        for (int looked = 0; looked < all.size() && news.size() < SubMasterWorkers.MOST; looked++) {
            turn = turn + 1 < all.size() ? turn + 1 : 0;
            SubMasterWorkers.Line line = all.get(turn);
            if (hasGrown(line)) {
                tellOf(line, news);
            }
        }
        return news.isEmpty() ? List.of() : List.of(new SubMasterWorkers(news));
    }

    /** The messages with all remaining news. */
    List<SubMasterWorkers> all(Collection<WorkerEntry> entries) {
        List<SubMasterWorkers> messages = new ArrayList<>();
        List<SubMasterWorkers.Line> news = new ArrayList<>();
        for (SubMasterWorkers.Line line : lines(entries)) {
            tellOf(line, news);
            if (news.size() == SubMasterWorkers.MOST) {
                messages.add(new SubMasterWorkers(news));
                news.clear();
            }
        }
        if (!news.isEmpty()) {
            messages.add(new SubMasterWorkers(news));
        }
        return messages;
    }

    private boolean hasGrown(SubMasterWorkers.Line line) {
        SubMasterWorkers.Line last = told.get(line.name());
        if (last == null || last.slots() != line.slots()) {
            return true;
        }
        SubMasterWorkers.Line counted = before.get(line.name());
        long toldNanos = last.stats().wallNanos()
                - (counted == null ? 0 : counted.stats().wallNanos());
        long moreNanos = line.stats().wallNanos() - last.stats().wallNanos();
        return moreNanos < 0 || moreNanos >= toldNanos / PARTS;
    }

    private void tellOf(SubMasterWorkers.Line line, List<SubMasterWorkers.Line> news) {
        if (!line.equals(told.put(line.name(), line))) {
            SubMasterWorkers.Line counted = before.get(line.name());
            news.add(counted == null ? line : line.since(counted));
        }
    }

    /**
     * Lines of all workers, including those below other sub-masters. A peer that has registered and reported nothing
     * yet may be a sub-master, so it has no line.
     */
    private static List<SubMasterWorkers.Line> lines(Collection<WorkerEntry> entries) {
        List<SubMasterWorkers.Line> lines = new ArrayList<>();
        for (WorkerEntry entry : entries) {
            if (entry.branch) {
                entry.linesBelow().forEach(lines::add);
            } else if (entry.stats != WorkerStats.NONE || entry.acceptedUnits > 0) {
                lines.add(entry.line());
            }
        }
        return lines;
    }
}
