package dev.sluice.model.record;

import dev.sluice.model.record.RunView.Decision;
import java.util.ArrayList;
import java.util.List;

/** The first and the newest decisions of a run. */
final class DecisionLog {
    static final int MOST = 1_000;
    static final int FIRST = 200;

    /** Decisions that are dropped at a time, so that few views have to be whole. */
    private static final int AT_A_TIME = 100;

    private static final int LONGEST = 300;
    private static final int LONGEST_RESULT = 100;
    private static final int BYTES_EACH = 64;

    private final ViewMarks marks;
    private final List<Decision> all = new ArrayList<>();
    private long bytes;

    DecisionLog(ViewMarks marks) {
        this.marks = marks;
    }

    int size() {
        return all.size();
    }

    void add(Decision decision) {
        if (all.size() == MOST) {
            List<Decision> dropped = all.subList(FIRST, FIRST + AT_A_TIME);
            dropped.forEach(each -> bytes -= bytes(each));
            dropped.clear();
            marks.restart();
        }
        Decision cut = new Decision(
                decision.seconds(),
                decision.kind(),
                Texts.cut(decision.what(), LONGEST),
                Texts.cut(decision.why(), LONGEST),
                Texts.cut(decision.gain(), LONGEST_RESULT),
                Texts.cut(decision.outcome(), LONGEST_RESULT));
        bytes += bytes(cut);
        all.add(cut);
    }

    List<Decision> view(int from, int to) {
        return List.copyOf(all.subList(from, to));
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
