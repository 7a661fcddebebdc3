package dev.sluice.app.foreign;

import dev.sluice.api.Blob;
import dev.sluice.api.language.ForeignException;
import dev.sluice.api.unit.UnitContext;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.app.foreign.child.ChildHome;
import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.app.foreign.child.ChildRole;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.FrameException;
import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The children of a worker: one for each thread that computes. A new thread takes the lowest number that no living
 * thread has. A child that broke is replaced before its thread computes again. Any thread.
 */
final class WorkerChildren {
    /** Results that are larger go to a file [bytes]. */
    static final int MOST_IN_MEMORY = 4 << 20;

    /** One place for a child; used by the thread that took it. */
    private final class Seat {
        final int number;
        /** Guarded by the lock of the children. */
        Thread owner = Thread.currentThread();

        @Nullable
        volatile ForeignChild child;

        boolean loaded;
        int cycle = -1;

        Seat(int number) {
            this.number = number;
        }

        ForeignChild child() throws ForeignException, InterruptedException {
            ForeignChild present = child;
            if (present == null || present.isBroken()) {
                child = null;
                loaded = false;
                cycle = -1;
                present = ForeignChild.start(program, ChildRole.WORKER, number, home);
                child = present;
            }
            return present;
        }

        void load() throws ForeignException, InterruptedException {
            ForeignChild present = child();
            if (!loaded) {
                present.tell(Frame.of(Kind.LOAD_STATE).texts(Tag.FILE, files.get()));
                loaded = true;
            }
        }

        void prepare(ForeignSetup setup, long seed) throws ForeignException, InterruptedException {
            load();
            if (cycle != setup.cycle()) {
                child().tell(Frame.of(Kind.SETUP)
                        .u64(Tag.NUMBER, setup.cycle())
                        .u64(Tag.SEED, seed)
                        .bytes(Tag.VALUE, setup.value()));
                cycle = setup.cycle();
            }
        }
    }

    /** A thread that never runs: the owner of a seat that the next new thread takes. */
    private static final Thread NOBODY = new Thread(() -> {}, "nobody");

    private final ChildProgram program;
    private final ChildHome home;
    private final Supplier<List<String>> files;
    private final List<Seat> seats = new ArrayList<>();
    private final ThreadLocal<Long> peak = ThreadLocal.withInitial(() -> 0L);
    /** The word of the latest unit; a process that computes none merges results of others, and trusts nobody. */
    private volatile boolean trusted;

    /** @param files of the run, each as {@code NAME=PATH}; asked when a child loads its state */
    WorkerChildren(ChildProgram program, ChildHome home, Supplier<List<String>> files) {
        this.program = program;
        this.home = home;
        this.files = files;
    }

    /** Returns the seat of this thread. */
    private synchronized Seat seat() {
        Thread thread = Thread.currentThread();
        for (Seat seat : seats) {
            if (seat.owner == thread) {
                return seat;
            }
        }
        for (Seat seat : seats) {
            if (!seat.owner.isAlive()) {
                seat.owner = thread;
                return seat;
            }
        }
        Seat another = new Seat(seats.size());
        seats.add(another);
        return another;
    }

    /** Starts the first child, which the first thread that computes gets; returns how results travel, as it says. */
    String start() throws ForeignException, InterruptedException {
        Seat first = seat();
        String results = first.child().results();
        synchronized (this) {
            first.owner = NOBODY;
        }
        return results;
    }

    /** Starts the child of this thread and loads its state, unless that is done. */
    void prepare() throws ForeignException, InterruptedException {
        seat().load();
    }

    ForeignValue compute(ForeignSetup setup, ForeignUnit unit, UnitContext context)
            throws ForeignException, InterruptedException {
        Seat seat = seat();
        seat.prepare(setup, context.runSeed());
        trusted = unit.trusted();
        if (context instanceof UnitSite site) {
            seat.child().printsFor(site);
        }
        Frame request = Frame.of(Kind.COMPUTE).u64(Tag.INDEX, context.index()).bytes(Tag.VALUE, unit.value());
        if (trusted) {
            request.u8(Tag.TRUST, 1);
        }
        if (context.processors() > 1) {
            request.u64(Tag.PROCESSORS, context.processors());
        }
        ForeignChild child = seat.child();
        child.begin();
        long from = System.nanoTime();
        ForeignValue value = child.ask(request, Kind.VALUE, WorkerChildren::value, context::progress);
        peak.set(child.peakBytes(System.nanoTime() - from));
        return value;
    }

    /** Largest memory of the processes of the last unit of this thread [bytes]; 0: unknown. */
    long peakBytes() {
        return peak.get();
    }

    /** The value of one result as the program shows it. */
    String shown(ForeignValue result) throws ForeignException, InterruptedException {
        if (result.parts().size() != 1) {
            return result.toString();
        }
        Frame request = Frame.of(Kind.SHOW).bytes(Tag.VALUE, result.parts().get(0));
        if (trusted) {
            request.u8(Tag.TRUST, 1);
        }
        ForeignValue answer = seat().child().ask(request, Kind.VALUE, WorkerChildren::value);
        return answer.parts().isEmpty()
                ? result.toString()
                : new String(answer.parts().get(0), StandardCharsets.UTF_8);
    }

    ForeignValue merge(ForeignValue values) throws ForeignException, InterruptedException {
        Frame request = mergeRequest(values);
        if (trusted) {
            request.u8(Tag.TRUST, 1);
        }
        return seat().child().ask(request, Kind.VALUE, WorkerChildren::value);
    }

    static Frame mergeRequest(ForeignValue values) {
        Frame request = Frame.of(Kind.MERGE);
        values.parts().forEach(part -> request.bytes(Tag.VALUE, part));
        return request;
    }

    /** Reads the value of an answer. */
    static ForeignValue value(FrameLine answer) throws IOException {
        while (answer.nextField()) {
            if (answer.tag() == Tag.VALUE) {
                return answer.length() <= MOST_IN_MEMORY
                        ? ForeignValue.of(answer.bytes())
                        : ForeignValue.of(Blob.write(answer::copyTo));
            }
        }
        throw new FrameException("no value (expected: a field with tag " + Tag.VALUE + ")");
    }

    /** Ends the children, all at once. Called when no other thread uses one. */
    void end() throws InterruptedException {
        List<Thread> enders = new ArrayList<>();
        for (Seat seat : seats()) {
            ForeignChild child = seat.child;
            if (child != null) {
                Thread ender = new Thread(() -> end(child), "child-end");
                ender.setDaemon(true);
                ender.start();
                enders.add(ender);
            }
        }
        for (Thread ender : enders) {
            ender.join();
        }
    }

    private synchronized List<Seat> seats() {
        List<Seat> all = List.copyOf(seats);
        seats.clear();
        return all;
    }

    private static void end(ForeignChild child) {
        try {
            child.end();
        } catch (InterruptedException e) {
            child.kill();
        }
    }
}
