package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.BranchWorkers;
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
    private final Map<String, BranchWorkers.Line> before = new HashMap<>();

    private final Map<String, BranchWorkers.Line> told = new HashMap<>();
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
    List<BranchWorkers> next(Collection<WorkerEntry> entries) {
        List<BranchWorkers.Line> all = lines(entries);
        List<BranchWorkers.Line> news = new ArrayList<>();
        for (int looked = 0; looked < all.size() && news.size() < BranchWorkers.MOST; looked++) {
            turn = turn + 1 < all.size() ? turn + 1 : 0;
            BranchWorkers.Line line = all.get(turn);
            if (hasGrown(line)) {
                tellOf(line, news);
            }
        }
        return news.isEmpty() ? List.of() : List.of(new BranchWorkers(news));
    }

    /** The messages with all remaining news. */
    List<BranchWorkers> all(Collection<WorkerEntry> entries) {
        List<BranchWorkers> messages = new ArrayList<>();
        List<BranchWorkers.Line> news = new ArrayList<>();
        for (BranchWorkers.Line line : lines(entries)) {
            tellOf(line, news);
            if (news.size() == BranchWorkers.MOST) {
                messages.add(new BranchWorkers(news));
                news.clear();
            }
        }
        if (!news.isEmpty()) {
            messages.add(new BranchWorkers(news));
        }
        return messages;
    }

    private boolean hasGrown(BranchWorkers.Line line) {
        BranchWorkers.Line last = told.get(line.name());
        if (last == null || last.slots() != line.slots()) {
            return true;
        }
        BranchWorkers.Line counted = before.get(line.name());
        long toldNanos = last.stats().wallNanos()
                - (counted == null ? 0 : counted.stats().wallNanos());
        long moreNanos = line.stats().wallNanos() - last.stats().wallNanos();
        return moreNanos < 0 || moreNanos >= toldNanos / PARTS;
    }

    private void tellOf(BranchWorkers.Line line, List<BranchWorkers.Line> news) {
        if (!line.equals(told.put(line.name(), line))) {
            BranchWorkers.Line counted = before.get(line.name());
            news.add(counted == null ? line : line.since(counted));
        }
    }

    /**
     * Lines of all workers, including those below other sub-masters. A peer that has registered and reported nothing
     * yet may be a sub-master, so it has no line.
     */
    private static List<BranchWorkers.Line> lines(Collection<WorkerEntry> entries) {
        List<BranchWorkers.Line> lines = new ArrayList<>();
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
