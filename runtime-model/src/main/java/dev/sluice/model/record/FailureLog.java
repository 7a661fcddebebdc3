package dev.sluice.model.record;

import dev.sluice.model.record.RunView.Failure;
import java.util.ArrayList;
import java.util.List;

/** The first failures of a run; later ones are not recorded. The texts of each are cut to 11 KiB together. */
final class FailureLog {
    static final int MOST = RunRecorder.MOST_FAILURES;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_MESSAGE = 2_048;
    private static final int LONGEST_STACK = 4_096;
    private static final int LONGEST_LOG = 4_096;
    private static final int BYTES_EACH = 120;

    private final List<Failure> all = new ArrayList<>();
    private long bytes;

    int size() {
        return all.size();
    }

    void add(Failure failure) {
        if (all.size() < MOST) {
            Failure cut = new Failure(
                    failure.seconds(),
                    failure.cycle(),
                    failure.unit(),
                    Texts.cut(failure.worker(), LONGEST_NAME),
                    Texts.cut(failure.host(), LONGEST_NAME),
                    failure.given(),
                    failure.given() ? failure.tries() : failure.tries() + tries(failure.cycle(), failure.unit()),
                    Texts.cut(failure.type(), LONGEST_NAME),
                    Texts.cut(failure.message(), LONGEST_MESSAGE),
                    Texts.cut(failure.stack(), LONGEST_STACK),
                    Texts.last(failure.log(), LONGEST_LOG));
            bytes += BYTES_EACH + 2L * (cut.message().length() + cut.stack().length() + 3 * LONGEST_NAME);
            bytes += Texts.bytes(cut.log());
            all.add(cut);
        }
    }

    /** Tries of a unit so far. */
    private int tries(int cycle, long unit) {
        int most = 0;
        for (Failure each : all) {
            most = each.cycle() == cycle && each.unit() == unit ? Math.max(most, each.tries()) : most;
        }
        return most;
    }

    List<Failure> all() {
        return List.copyOf(all);
    }

    List<Failure> view(int from, int to) {
        return List.copyOf(all.subList(from, to));
    }

    long bytes() {
        return bytes + MOST * 8L;
    }
}
