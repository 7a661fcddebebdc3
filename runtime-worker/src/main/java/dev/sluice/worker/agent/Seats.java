package dev.sluice.worker.agent;

import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentReport.State;
import dev.sluice.net.message.AgentTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an agent, and how they follow the pool's target: a seat that is new gets a worker, a seat that is
 * absent loses it. A worker that has ended is not started again: the pool names a new seat. Confined to the agent's
 * loop.
 */
final class Seats {
    /** The exit code of a worker that could not be started, as in a shell. */
    static final int NOT_STARTED = 126;

    private final SeatWorkers workers;
    private final Executor loop;
    private final Runnable changed;
    private final Map<Long, Held> held = new LinkedHashMap<>();
    private long newest = Long.MIN_VALUE;
    private boolean closed;

    /** @param changed called after each change that did not come from the pool, on the loop */
    Seats(SeatWorkers workers, Executor loop, Runnable changed) {
        this.workers = workers;
        this.loop = loop;
        this.changed = changed;
    }

    private static final class Held {
        final AgentTarget.Seat seat;
        State state = State.STARTING;
        int exitCode;
        String lastWords = "";
        SeatWorkers.@Nullable Worker worker;

        Held(AgentTarget.Seat seat) {
            this.seat = seat;
        }

        AgentReport.Seat report() {
            long pid = worker == null ? 0 : worker.pid();
            return new AgentReport.Seat(seat.id(), seat.run(), seat.slots(), state, pid, exitCode, lastWords);
        }
    }

    /** A new session begins: the numbers of its targets may begin anew. */
    void newSession() {
        newest = Long.MIN_VALUE;
    }

    /** Follows a target; one that is older than the last has no effect. */
    void follow(AgentTarget target) {
        if (target.number() < newest) {
            return;
        }
        newest = target.number();
        Set<Long> wanted = target.seats().stream().map(AgentTarget.Seat::id).collect(Collectors.toSet());
        for (Held each : List.copyOf(held.values())) {
            if (!wanted.contains(each.seat.id())) {
                release(each);
            }
        }
        for (AgentTarget.Seat seat : target.seats()) {
            if (!held.containsKey(seat.id())) {
                take(seat);
            }
        }
    }

    private void release(Held each) {
        if (each.state == State.ENDED) {
            held.remove(each.seat.id()); // the pool knows
        } else {
            drain(each);
        }
    }

    private static void drain(Held each) {
        each.state = State.DRAINING;
        SeatWorkers.Worker worker = each.worker;
        if (worker != null) {
            worker.drain();
        }
    }

    private void take(AgentTarget.Seat seat) {
        Held fresh = new Held(seat);
        held.put(seat.id(), fresh);
        if (closed) {
            ended(fresh, 0, "the agent leaves");
        } else if (seat.runFile().isEmpty()) {
            ended(fresh, NOT_STARTED, "this agent does not have the worker; an earlier one may have had it");
        } else {
            try {
                fresh.worker = workers.start(seat, new News(fresh));
            } catch (IOException | RuntimeException failure) {
                ended(fresh, NOT_STARTED, "cannot start a worker: " + failure.getMessage());
            }
        }
    }

    private void ended(Held each, int exitCode, String lastWords) {
        each.state = State.ENDED;
        each.exitCode = exitCode;
        each.lastWords = lastWords;
    }

    private final class News implements SeatWorkers.News {
        private final Held held;

        News(Held held) {
            this.held = held;
        }

        @Override
        public void joined() {
            loop.execute(() -> {
                if (held.state == State.STARTING) {
                    held.state = State.JOINED;
                    changed.run();
                }
            });
        }

        @Override
        public void ended(int exitCode, String lastWords) {
            loop.execute(() -> {
                Seats.this.ended(held, exitCode, lastWords);
                changed.run();
            });
        }
    }

    /** Drains all workers, and starts no others. */
    void close() {
        closed = true;
        held.values().stream().filter(each -> each.state != State.ENDED).forEach(Seats::drain);
    }

    /** Tells whether no worker is left. */
    boolean isEmpty() {
        return held.values().stream().allMatch(each -> each.state == State.ENDED);
    }

    List<AgentReport.Seat> report() {
        return held.values().stream().map(Held::report).toList();
    }

    /** Process ids of the workers. */
    List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        for (Held each : held.values()) {
            SeatWorkers.Worker worker = each.worker;
            if (worker != null && each.state != State.ENDED) {
                pids.add(worker.pid());
            }
        }
        return pids;
    }
}
