package dev.sluice.master;

import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.schedule.AttemptRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records what came of decisions, once the master knows it. Confined to the master loop. */
final class DecisionOutcomes {
    private static final int NONE = -1;

    /** Plans, which the end of the run answers. */
    private static final int MOST_PLANS = 100;

    /** Decisions about one worker whose outcome is still open, by their numbers. */
    private static final class Open {
        private int joined = NONE;
        private double joinedSeconds;
        private int resized = NONE;
        private int away = NONE;
        private double awaySeconds;
        private long held;
        private int leaving = NONE;
        private double leavingSeconds;
        private long handedBack;
    }

    private final RunRecorder recorder;
    private final Map<WorkerEntry, Open> workers = new HashMap<>();
    private final List<Integer> plans = new ArrayList<>();
    private int policy = NONE;

    private long chunks;
    private int smallestChunk;
    private int largestChunk;
    private boolean chunksChanged;

    private int grants = NONE;
    private double grantsSeconds;
    private long grantsBytes;
    private double bytesPerSecondBefore = Double.NaN;

    DecisionOutcomes(RunRecorder recorder) {
        this.recorder = recorder;
    }

    private Open of(WorkerEntry entry) {
        return workers.computeIfAbsent(entry, unused -> new Open());
    }

    private void settle(int decision, String outcome) {
        if (decision != NONE) {
            recorder.outcome(decision, outcome);
        }
    }

    // ---- workers

    void joined(WorkerEntry entry, int decision, double seconds) {
        Open open = of(entry);
        open.joined = decision;
        open.joinedSeconds = seconds;
    }

    /** Records a sub-master with another number of slots. */
    void resized(WorkerEntry entry, int decision) {
        Open open = of(entry);
        settle(open.resized, accepted(entry) + " by the next change");
        open.resized = decision;
    }

    /** @param held units that it had and had not delivered */
    void away(WorkerEntry entry, int decision, double seconds, long held) {
        Open open = of(entry);
        open.away = decision;
        open.awaySeconds = seconds;
        open.held = held;
        settle(decision, held == 0 ? "it had no units" : "it had " + Plural.of(held, "unit"));
    }

    /** @param decision that it is back */
    void returned(WorkerEntry entry, int decision, double seconds) {
        Open open = of(entry);
        if (open.away != NONE) {
            String after = Amount.seconds(seconds - open.awaySeconds);
            settle(open.away, "it came back after " + after);
            settle(decision, "it was away for " + after);
            open.away = NONE;
        }
    }

    void leaving(WorkerEntry entry, int decision, double seconds) {
        Open open = of(entry);
        open.leaving = decision;
        open.leavingSeconds = seconds;
        open.handedBack = 0;
    }

    /** Records units that a worker gave back unfinished. */
    void handedBack(WorkerEntry entry, long units) {
        if (entry.leaving) {
            of(entry).handedBack += units;
        }
    }

    /** @param decision that it is gone; -1 at the end of the run */
    void gone(WorkerEntry entry, int decision, double seconds) {
        Open open = of(entry);
        if (open.away != NONE) {
            String lost = open.held == 0 ? "" : "; it had " + Plural.of(open.held, "unit");
            settle(open.away, "it did not come back" + lost);
        }
        if (open.leaving != NONE) {
            String back = open.handedBack == 0 ? "" : ", and handed " + Plural.of(open.handedBack, "unit") + " back";
            settle(open.leaving, "it left after " + Amount.seconds(seconds - open.leavingSeconds) + back);
        }
        settle(open.joined, accepted(entry) + " in " + Amount.seconds(seconds - open.joinedSeconds));
        settle(open.resized, accepted(entry));
        settle(decision, accepted(entry) + " before");
        workers.remove(entry);
    }

    private static String accepted(WorkerEntry entry) {
        return Plural.of(entry.acceptedUnits, "unit") + " accepted";
    }

    // ---- the course of the run

    void planned(int decision) {
        if (plans.size() < MOST_PLANS) {
            plans.add(decision);
        }
    }

    /** Records that the chunks from here on are the outcome of this decision, and not of the one before. */
    void policy(int decision) {
        settleChunks();
        chunks = 0;
        chunksChanged = false;
        policy = decision;
    }

    private void settleChunks() {
        if (chunks > 0) {
            settle(policy, Plural.of(chunks, "chunk") + " of " + sizes());
        }
    }

    /** Records chunks that the policy sized. */
    void assigned(AttemptRun run) {
        int size = run.chunkUnits();
        if (chunks == 0 || size < smallestChunk || size > largestChunk) {
            smallestChunk = chunks == 0 ? size : Math.min(smallestChunk, size);
            largestChunk = Math.max(largestChunk, size);
            chunksChanged = true;
        }
        chunks += run.chunks();
    }

    /** Records the sizes of chunks so far; called about once a second. */
    void beat() {
        if (chunksChanged) {
            chunksChanged = false;
            settle(policy, "chunks of " + sizes());
        }
    }

    private String sizes() {
        return smallestChunk == largestChunk
                ? Plural.of(largestChunk, "unit")
                : smallestChunk + " to " + Plural.of(largestChunk, "unit");
    }

    /** Records a change of the number of grants; the rate of results since then is its outcome. */
    void grants(int decision, double seconds) {
        settleGrants(seconds);
        grants = decision;
        grantsSeconds = seconds;
        grantsBytes = recorder.bytes(true);
    }

    private void settleGrants(double seconds) {
        if (grants == NONE || seconds <= grantsSeconds) {
            return; // too short to tell
        }
        double rate = (recorder.bytes(true) - grantsBytes) / (seconds - grantsSeconds);
        String before =
                Double.isNaN(bytesPerSecondBefore) ? "" : ", " + Amount.bytes(bytesPerSecondBefore) + "/s before";
        settle(grants, Amount.bytes(rate) + "/s" + before);
        bytesPerSecondBefore = rate;
    }

    /** Records the end of the run, after that of all workers. */
    void ended(double seconds) {
        settleGrants(seconds);
        settleChunks();
        plans.forEach(plan -> settle(plan, "the run took " + Amount.seconds(seconds)));
    }
}
