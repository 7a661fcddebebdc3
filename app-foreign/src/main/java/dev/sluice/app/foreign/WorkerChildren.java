package dev.sluice.app.foreign;

import dev.sluice.api.Blob;
import dev.sluice.api.ForeignException;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The children of a worker: as many as there are threads that compute at once. A thread takes the free child with the
 * lowest number for each unit. A child that broke is replaced when its turn comes. Any thread.
 */
final class WorkerChildren {
    /** Results that are larger go to a file [bytes]. */
    static final int MOST_IN_MEMORY = 4 << 20;

    /** One place for a child; used by the thread that took it. */
    private final class Seat {
        final int number;

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
                present.tell(Frame.of(Kind.LOAD_STATE));
                loaded = true;
            }
        }

        void prepare(ForeignSetup setup) throws ForeignException, InterruptedException {
            load();
            if (cycle != setup.cycle()) {
                child().tell(Frame.of(Kind.SETUP).u64(Tag.NUMBER, setup.cycle()).bytes(Tag.VALUE, setup.value()));
                cycle = setup.cycle();
            }
        }
    }

    /** A step with a child. */
    private interface Step<T> {
        T with(Seat seat) throws ForeignException, InterruptedException;
    }

    private final ChildProgram program;
    private final ChildHome home;
    private final List<Seat> seats = new ArrayList<>();
    private final List<Seat> taken = new ArrayList<>();

    WorkerChildren(ChildProgram program, ChildHome home) {
        this.program = program;
        this.home = home;
    }

    private synchronized Seat take() {
        for (Seat seat : seats) {
            if (!taken.contains(seat)) {
                taken.add(seat);
                return seat;
            }
        }
        Seat another = new Seat(seats.size());
        seats.add(another);
        taken.add(another);
        return another;
    }

    private synchronized void give(Seat seat) {
        taken.remove(seat);
    }

    private <T> T using(Step<T> step) throws ForeignException, InterruptedException {
        Seat seat = take();
        try {
            return step.with(seat);
        } finally {
            give(seat);
        }
    }

    /** Starts the first child; returns how results travel, as it says. */
    String start() throws ForeignException, InterruptedException {
        return using(seat -> seat.child().results());
    }

    /** Loads the state of the first child; the others load theirs when they start. */
    void loadState() throws ForeignException, InterruptedException {
        using(seat -> {
            seat.load();
            return "";
        });
    }

    ForeignValue compute(ForeignSetup setup, ForeignUnit unit) throws ForeignException, InterruptedException {
        return using(seat -> {
            seat.prepare(setup);
            Frame request = Frame.of(Kind.COMPUTE).u64(Tag.INDEX, unit.index()).bytes(Tag.VALUE, unit.value());
            return seat.child().ask(request, Kind.VALUE, WorkerChildren::value);
        });
    }

    ForeignValue merge(ForeignValue values) throws ForeignException, InterruptedException {
        return using(seat -> seat.child().ask(mergeRequest(values), Kind.VALUE, WorkerChildren::value));
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

    /** Kills the children. Any thread. */
    void kill() {
        for (Seat seat : seats()) {
            ForeignChild child = seat.child;
            if (child != null) {
                child.kill();
            }
        }
    }
}
