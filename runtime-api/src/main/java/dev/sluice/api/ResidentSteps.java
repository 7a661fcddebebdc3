package dev.sluice.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a {@link ResidentApplication}, as the master sees them. Units come in rounds of one for each part, so
 * that the index modulo the parts is the part. A round is a step, unless a worker answers that it lacks its part: then
 * all parts go back to their copies, and those that were lacking get them with their next unit.
 *
 * <p>A cycle ends with a step that copies all parts. Its steps double from cycle to cycle up to a limit, and are halved
 * when steps had to be repeated, so that a run goes on however often workers are lost. Confined to the thread that
 * calls the application on the master.
 */
final class ResidentSteps {
    private static final int MOST_PARTS = 1_000_000;

    private int parts;
    private int steps;
    private int most;
    private int interval = 1;

    private int step;
    private int end;
    private List<List<Post>> inbox = List.of();

    /** The step of the latest copies. */
    private int start;

    private List<Optional<byte[]>> copies = List.of();
    private List<List<Post>> startInbox = List.of();

    /** The parts that lacked their state when they were computed last. */
    private BitSet lacking = new BitSet();

    private final List<Turned> turned = new ArrayList<>();
    private int taken;
    private int told;
    private int ended;
    private boolean again;

    ResidentSteps() {}

    /** A message on its way: the other part, and the encoded value. */
    record Post(int part, byte[] value) {}

    /**
     * A unit: one step of one part.
     *
     * @param start the step of the latest copies
     * @param copies whether the part is copied after the step
     * @param value the part before the step, if the worker lacked it
     */
    record Turn(
            int part, int parts, int step, int start, boolean copies, Optional<byte[]> value, List<Post> messages) {}

    /**
     * The result of a unit.
     *
     * @param lacks whether the worker has no such part, so that nothing was computed
     * @param copy the part after the step, if it is copied
     */
    record Turned(boolean lacks, Optional<byte[]> copy, List<Post> messages, byte[] result) {
        static final Turned LACKS = new Turned(true, Optional.empty(), List.of(), new byte[0]);
    }

    void begin(int partCount, int stepCount, int copyEvery) {
        if (partCount < 1 || partCount > MOST_PARTS || stepCount < 1 || copyEvery < 1) {
            throw new IllegalArgumentException(partCount + " parts, " + stepCount + " steps, a copy every " + copyEvery
                    + " (expected: 1 to " + MOST_PARTS + " parts, and at least 1 of the others)");
        }
        parts = partCount;
        steps = stepCount;
        most = copyEvery;
        turned.clear();
        for (int part = 0; part < parts; part++) {
            turned.add(Turned.LACKS);
        }
        inbox = empty();
        keep();
    }

    private List<List<Post>> empty() {
        List<List<Post>> all = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            all.add(new ArrayList<>());
        }
        return all;
    }

    /** Keeps the state before this step, to which a loss goes back. */
    private void keep() {
        start = step;
        startInbox = inbox;
        copies = turned.stream().map(Turned::copy).toList();
        lacking = new BitSet();
    }

    /** Begins a cycle; returns the number of parts. */
    int beginCycle() {
        end = Math.min(steps, start + interval);
        return parts;
    }

    /** The unit of the present round with this index. */
    Turn turn(long index) {
        int part = (int) (index % parts);
        boolean needed = step == start && lacking.get(part);
        return new Turn(
                part,
                parts,
                step,
                start,
                step + 1 == end && end < steps,
                needed ? copies.get(part) : Optional.empty(),
                inbox.get(part));
    }

    /** Takes the result of a unit; returns whether the round is over. */
    boolean take(long index, Turned result) {
        turned.set((int) (index % parts), result);
        if (++taken < parts) {
            return false;
        }
        taken = 0;
        again = turned.stream().anyMatch(Turned::lacks);
        if (again) {
            goBack();
        } else {
            goAhead();
        }
        return true;
    }

    private void goBack() {
        lacking = new BitSet();
        for (int part = 0; part < parts; part++) {
            lacking.set(part, turned.get(part).lacks());
        }
        if (step > start) {
            interval = Math.max(1, interval / 2);
            end = Math.min(steps, start + interval);
        }
        step = start;
        inbox = startInbox;
    }

    private void goAhead() {
        List<List<Post>> next = empty();
        for (int part = 0; part < parts; part++) {
            for (Post post : turned.get(part).messages()) {
                if (post.part() < 0 || post.part() >= parts) {
                    throw new CodecException(
                            "message to part " + post.part() + " (expected: 0 to " + (parts - 1) + ")");
                }
                next.get(post.part()).add(new Post(part, post.value()));
            }
        }
        inbox = next;
        ended = step++;
        if (step == end) {
            keep();
            interval = Math.min(most, 2 * interval);
        }
    }

    /** The results of the step that has just ended, in the order of parts; empty if they were given before. */
    List<byte[]> results() {
        if (again || ended < told) {
            return List.of();
        }
        told = ended + 1;
        return turned.stream().map(Turned::result).toList();
    }

    int endedStep() {
        return ended;
    }

    /** Tells whether the cycle has another round. */
    boolean goesOn() {
        return again || step < end;
    }

    boolean isOver() {
        return step == steps;
    }

    int parts() {
        return parts;
    }

    int step() {
        return step;
    }
}
