package dev.sluice.master.record;

import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.record.RunRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Follows copies of late units, and records which of them brought the result that counts. Copies between two ticks are
 * one decision. Confined to the master loop.
 */
public final class CopyOutcomes {
    /** Copies that are followed at a time; the scheduler makes few more than there are slots. */
    private static final int MOST_OPEN = 1 << 16;

    /** Copies that were decided together. */
    private static final class Batch {
        private int decision = -1;
        private int copies;
        private int won;
        private int lost;

        /** Says how many won; empty while none is decided. */
        private String words() {
            int open = copies - won - lost;
            if (won + lost == 0) {
                return "";
            }
            String known = won + " of " + copies + (copies == 1 ? " copy won" : " copies won");
            return open == 0 ? known : known + ", " + open + " still computed";
        }
    }

    private record Copy(WorkerId worker, Batch batch) {}

    private final RunRecorder recorder;
    private final TreeMap<Long, Copy> open = new TreeMap<>();
    private Batch fresh = new Batch();
    private int cycle = -1;

    public CopyOutcomes(RunRecorder recorder) {
        this.recorder = recorder;
    }

    /** Records a unit that another worker gets, too. */
    public void copied(WorkerId worker, int ofCycle, long unit) {
        if (ofCycle != cycle) {
            dropOpen();
            cycle = ofCycle;
        }
        if (open.size() < MOST_OPEN) {
            Copy before = open.put(unit, new Copy(worker, fresh));
            fresh.copies++;
            if (before != null) { // its worker was lost
                resolved(before.batch, false);
            }
        }
    }

    /** Tells whether any copy is followed. */
    public boolean areOpen() {
        return !open.isEmpty();
    }

    /** Records accepted results of units from {@code from} to {@code to}, exclusive. */
    public void accepted(WorkerId worker, int ofCycle, long from, long to) {
        if (open.isEmpty() || ofCycle != cycle) {
            return;
        }
        Map<Long, Copy> these = open.subMap(from, to);
        List<Copy> known = new ArrayList<>(these.values());
        these.clear();
        known.forEach(copy -> resolved(copy.batch, copy.worker.equals(worker)));
    }

    private void resolved(Batch batch, boolean won) {
        batch.won += won ? 1 : 0;
        batch.lost += won ? 0 : 1;
        if (batch.decision >= 0) {
            recorder.outcome(batch.decision, batch.words());
        }
    }

    /** Records the copies since the last call as a decision. */
    public void decide(double seconds) {
        if (fresh.copies == 0) {
            return;
        }
        String what = Plural.of(fresh.copies, "unit") + " copied to idle workers";
        fresh.decision = recorder.decided(seconds, "copy", what, "the cycle ends", "");
        recorder.outcome(fresh.decision, fresh.words());
        fresh = new Batch();
    }

    /** Records that no copy brings a result any more. */
    public void dropOpen() {
        List<Copy> left = new ArrayList<>(open.values());
        open.clear();
        left.forEach(copy -> resolved(copy.batch, false));
    }
}
