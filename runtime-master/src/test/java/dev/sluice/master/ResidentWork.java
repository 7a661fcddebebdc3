package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.SerialRun;
import dev.sluice.api.Verdict;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An application of tests whose parts stay on workers. Each part sends to its neighbours and to one somewhere else, and
 * is changed in place. Steps take virtual time.
 */
final class ResidentWork extends ResidentApplication<Integer, ResidentWork.Cell, long[], Long> {
    private final VirtualLoop loop;
    private final int parts;
    private final int steps;
    private final double slowness;
    private long nanos = 10 * Cluster.MILLI;
    private int copyEvery = 32;
    private int length = 1;
    private Consumer<Place> hook = place -> {};

    /** The results of each step, on the master. */
    final List<List<Long>> results = new ArrayList<>();

    /** The steps that this copy computed, on a worker. */
    final List<Place> computed = new ArrayList<>();

    /** The state of a part. */
    record Cell(long[] values) {}

    ResidentWork(VirtualLoop loop, int parts, int steps) {
        this(loop, parts, steps, 1);
    }

    private ResidentWork(VirtualLoop loop, int parts, int steps, double slowness) {
        this.loop = loop;
        this.parts = parts;
        this.steps = steps;
        this.slowness = slowness;
    }

    /** A copy for a worker whose steps take so many times as long. */
    ResidentWork onWorker(double slow) {
        ResidentWork copy = new ResidentWork(loop, parts, steps, slow);
        copy.nanos = nanos;
        copy.length = length;
        copy.hook = hook;
        return copy;
    }

    /** A copy for another master. */
    ResidentWork onMaster() {
        return onWorker(1).copying(copyEvery);
    }

    /** The time of a step of a part [ns]. */
    ResidentWork taking(long stepNanos) {
        nanos = stepNanos;
        return this;
    }

    /** The values of a message, of which the first counts. */
    ResidentWork sending(int values) {
        length = values;
        return this;
    }

    ResidentWork copying(int every) {
        copyEvery = every;
        return this;
    }

    /** Runs at the begin of each step of a part; what it throws, the step throws. */
    ResidentWork computing(Consumer<Place> at) {
        hook = at;
        return this;
    }

    /** The results of a serial run. */
    List<List<Long>> expected() {
        ResidentWork serial = new ResidentWork(new VirtualLoop(), parts, steps).taking(0);
        try {
            new SerialRun<>(Hosted.of(serial)).run();
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
        return serial.results;
    }

    @Override
    protected Integer setup() {
        return 1;
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
    protected Cell part(Integer setup, Place place) {
        return new Cell(new long[] {setup + place.part(), 0});
    }

    @Override
    protected Step<Cell, long[], Long> step(Integer setup, Place place, Cell cell, List<Message<long[]>> messages) {
        loop.spend((long) (nanos * slowness));
        hook.accept(place);
        if (cell.values()[1]++ != place.step()) {
            throw new IllegalStateException("a part after step " + cell.values()[1] + " in step " + place.step());
        }
        computed.add(place);
        long value = cell.values()[0];
        for (Message<long[]> message : messages) {
            value = 31 * value + 17L * message.part() + message.value()[0];
        }
        cell.values()[0] = value;
        return new Step<Cell, long[], Long>(cell, value)
                .send((place.part() + 1) % parts, message(value))
                .send((place.part() + parts - 1) % parts, message(-value))
                .send((int) Math.floorMod(value, (long) parts), message(value + 1));
    }

    private long[] message(long value) {
        long[] message = new long[length];
        message[0] = value;
        return message;
    }

    @Override
    protected Verdict endStep(int step, List<Long> ofStep) {
        if (step != results.size()) {
            throw new IllegalStateException("step " + step + " ends after " + results.size());
        }
        results.add(ofStep);
        return Verdict.CONTINUE;
    }
}
