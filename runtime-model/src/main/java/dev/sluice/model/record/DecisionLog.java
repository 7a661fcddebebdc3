package dev.sluice.model.record;

import dev.sluice.model.record.RunView.Decision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first and the newest decisions of a run, in the order of their numbers. */
final class DecisionLog {
    static final int MOST = 1_000;
    static final int FIRST = 200;

    /** Decisions that are dropped at a time, so that few views have to be whole. */
    private static final int AT_A_TIME = 100;

    private static final int LONGEST = 300;
    private static final int LONGEST_RESULT = 100;
    private static final int BYTES_EACH = 100;

    private final ViewMarks marks;
    private final List<Entry> all = new ArrayList<>();
    private int next;
    private long bytes;

    /** A decision, and the view after which its outcome changed; -1 if it never did. */
    private static final class Entry {
        private Decision decision;
        private long changed = -1;

        private Entry(Decision decision) {
            this.decision = decision;
        }
    }

    DecisionLog(ViewMarks marks) {
        this.marks = marks;
    }

    int size() {
        return all.size();
    }

    /** Adds a decision and returns its number. */
    int add(double seconds, String kind, String what, String why, String gain) {
        if (all.size() == MOST) {
            List<Entry> dropped = all.subList(FIRST, FIRST + AT_A_TIME);
            dropped.forEach(each -> bytes -= bytes(each.decision));
            dropped.clear();
            marks.restart();
        }
        Decision cut = new Decision(
                next++,
                seconds,
                kind,
                Texts.cut(what, LONGEST),
                Texts.cut(why, LONGEST),
                Texts.cut(gain, LONGEST_RESULT),
                "");
        bytes += bytes(cut);
        all.add(new Entry(cut));
        return cut.number();
    }

    /** Sets the outcome of the decision with this number, if it is still there. */
    void outcome(int number, String outcome) {
        Entry entry = find(number);
        String cut = Texts.cut(outcome, LONGEST_RESULT);
        if (entry == null || entry.decision.outcome().equals(cut)) {
            return;
        }
        Decision old = entry.decision;
        bytes -= bytes(old);
        entry.decision = new Decision(number, old.seconds(), old.kind(), old.what(), old.why(), old.gain(), cut);
        entry.changed = marks.sequence();
        bytes += bytes(entry.decision);
    }

    private @Nullable Entry find(int number) {
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int there = all.get(middle).decision.number();
            if (there == number) {
                return all.get(middle);
            }
            low = there < number ? middle + 1 : low;
            high = there < number ? high : middle - 1;
        }
        return null;
    }

    /**
     * The entries [from, to), after those before them whose outcome has changed since a view.
     *
     * @param since number of that view
     */
    List<Decision> view(int from, int to, long since) {
        List<Decision> view = new ArrayList<>(to - from);
        for (int i = 0; i < to; i++) {
            Entry entry = all.get(i);
            if (i >= from || entry.changed >= since) {
                view.add(entry.decision);
            }
        }
        return List.copyOf(view);
    }

    private static long bytes(Decision decision) {
        return BYTES_EACH
                + 2L
                        * (decision.what().length()
                                + decision.why().length()
                                + decision.gain().length()
                                + decision.outcome().length());
    }

    long bytes() {
        return bytes + MOST * 8L;
    }
}
