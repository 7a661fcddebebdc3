package dev.sluice.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Parts that tell their neighbours and one part somewhere else what they are. Each step changes the part in place, so
 * that a part which is computed twice is wrong.
 */
class Ring extends ResidentApplication<Long, Ring.Cell, long[], Long> {
    private final int parts;
    private final int steps;
    private final int copyEvery;

    /** Values of a message, of which the first counts. */
    int length = 1;

    /** True if others get the messages of this copy, and it gets theirs. */
    boolean reached = true;

    /** True if this copy tells others its place. */
    boolean listens = true;

    /** Bytes of each unit with its result, on the master. */
    final List<Integer> passed = new ArrayList<>();

    /** The results of each step, on the master. */
    final List<List<Long>> results = new ArrayList<>();

    /** Parts made and steps computed by this copy. */
    int computed;

    /** Throws in this step, unless it is negative. */
    int badStep = -1;

    Verdict verdict = Verdict.CONTINUE;
    int verdictAt = -1;

    /** The state of a part: its latest values. */
    record Cell(long[] values) {}

    Ring(int parts, int steps, int copyEvery) {
        this.parts = parts;
        this.steps = steps;
        this.copyEvery = copyEvery;
    }

    /** The results of every run, computed without one. */
    static List<List<Long>> expected(int parts, int steps) {
        long[] state = new long[parts];
        for (int part = 0; part < parts; part++) {
            state[part] = 7L + part;
        }
        List<List<List<Long>>> inbox = boxes(parts);
        List<List<Long>> all = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            List<List<List<Long>>> next = boxes(parts);
            List<Long> results = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                for (List<Long> message : inbox.get(part)) {
                    state[part] = mixed(state[part], message.get(0), message.get(1));
                }
                results.add(state[part]);
                for (int to : receivers(state[part], part, parts)) {
                    next.get(to).add(List.of((long) part, state[part] + to));
                }
            }
            inbox = next;
            all.add(results);
        }
        return all;
    }

    private static List<List<List<Long>>> boxes(int parts) {
        List<List<List<Long>>> boxes = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            boxes.add(new ArrayList<>());
        }
        return boxes;
    }

    private static long mixed(long state, long from, long value) {
        return 31 * state + 17 * from + value;
    }

    private static int[] receivers(long state, int part, int parts) {
        return new int[] {(part + 1) % parts, (part + parts - 1) % parts, (int) Math.floorMod(state, (long) parts)};
    }

    @Override
    protected Long setup() {
        return 7L;
    }

    @Override
    protected int parts() {
        return parts;
    }

    @Override
    protected int steps() {
        return steps;
    }

    @Override
    protected int copyEvery() {
        return copyEvery;
    }

    @Override
    protected Cell part(Long first, Place place) {
        return new Cell(new long[] {first + place.part(), 0});
    }

    @Override
    protected Step<Cell, long[], Long> step(Long first, Place place, Cell cell, List<Message<long[]>> messages) {
        if (place.step() == badStep) {
            throw new IllegalStateException("a test");
        }
        computed++;
        if (cell.values()[1]++ != place.step()) {
            throw new IllegalStateException("the part is that of step " + cell.values()[1]);
        }
        for (Message<long[]> message : messages) {
            cell.values()[0] = mixed(cell.values()[0], message.part(), message.value()[0]);
        }
        Step<Cell, long[], Long> step = new Step<>(cell, cell.values()[0]);
        for (int to : receivers(cell.values()[0], place.part(), parts)) {
            long[] message = new long[length];
            message[0] = cell.values()[0] + to;
            step.send(to, message);
        }
        return step;
    }

    @Override
    protected Verdict endStep(int step, List<Long> ofStep) {
        if (step != results.size()) {
            throw new IllegalStateException("step " + step + " ends after " + results.size());
        }
        results.add(ofStep);
        return step == verdictAt ? verdict : Verdict.CONTINUE;
    }
}
