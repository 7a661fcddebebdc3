package dev.sluice.cli.fleet;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.pool.PoolLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The agent of a task, whose workers compute the units of fake runs. */
final class TaskAgent {
    /** A worker, with the seconds left of each unit that it computes. */
    private static final class Worker {
        private final AgentTarget.Seat seat;
        private final List<Integer> unitSeconds = new ArrayList<>();
        private boolean drains;
        private boolean ended;

        private Worker(AgentTarget.Seat seat) {
            this.seat = seat;
        }
    }

    /** An unchanged agent reports in this period, so that the pool does not miss it. */
    private static final int REPORT_SECONDS = 4;

    final String task;
    private final int slots;
    private final long incarnation;
    private final Map<Long, Worker> workers = new LinkedHashMap<>();
    private RecordingSession session = new RecordingSession(Role.AGENT);
    private @Nullable SessionListener end;
    private List<AgentReport.Seat> reported = List.of();
    private int reportSeconds;

    TaskAgent(String task, int slots, long incarnation) {
        this.task = task;
        this.slots = slots;
        this.incarnation = incarnation;
    }

    void connect(PoolLoop pool) {
        session = new RecordingSession(Role.AGENT);
        SessionListener fresh = pool.accept(session);
        end = fresh;
        fresh.opened(session);
        report();
    }

    /** Computes for a second, follows the newest target, and reports. */
    void second(Function<RunId, FleetWorld.FakeRun> runs) {
        workers.values().forEach(worker -> compute(worker, runs.apply(worker.seat.run())));
        follow();
        List<AgentReport.Seat> seats = seats();
        if (--reportSeconds <= 0 || !seats.equals(reported)) {
            report();
        }
    }

    private void compute(Worker worker, FleetWorld.FakeRun run) {
        worker.unitSeconds.replaceAll(seconds -> seconds - 1);
        while (worker.unitSeconds.remove(Integer.valueOf(0))) {
            run.running--;
            run.done++;
        }
        while (!worker.drains && !worker.ended && worker.unitSeconds.size() < worker.seat.slots() && run.left > 0) {
            run.left--;
            run.running++;
            worker.unitSeconds.add(run.unitSeconds);
        }
        worker.ended |= worker.unitSeconds.isEmpty() && (worker.drains || run.isOver());
    }

    private void follow() {
        AgentTarget target = session.last(AgentTarget.class);
        List<Long> wanted = target == null || session.isClosed()
                ? List.of()
                : target.seats().stream().map(AgentTarget.Seat::id).toList();
        workers.values().stream()
                .filter(worker -> !wanted.contains(worker.seat.id()))
                .forEach(worker -> worker.drains = true);
        workers.values().removeIf(worker -> worker.ended && !wanted.contains(worker.seat.id()));
        if (target != null && !session.isClosed()) {
            target.seats().forEach(seat -> workers.computeIfAbsent(seat.id(), id -> new Worker(seat)));
        }
    }

    private void report() {
        SessionListener open = end;
        if (open == null) {
            return;
        }
        reported = seats();
        reportSeconds = REPORT_SECONDS;
        open.received(session, new AgentReport(task, slots, 0, "0", 1, incarnation, reported));
    }

    private List<AgentReport.Seat> seats() {
        return workers.values().stream()
                .map(worker -> new AgentReport.Seat(
                        worker.seat.id(),
                        worker.seat.run(),
                        worker.seat.slots(),
                        worker.ended
                                ? AgentReport.State.ENDED
                                : worker.drains ? AgentReport.State.DRAINING : AgentReport.State.JOINED,
                        1,
                        0,
                        ""))
                .toList();
    }

    /** Tells whether the pool said goodbye and no worker is left. */
    boolean isGone() {
        if (session.isClosed() && workers.isEmpty()) {
            closed(ErrorCode.NONE);
            return true;
        }
        return false;
    }

    /** The task was stopped: returns the units that were running, which go back to their runs. */
    int kill(Function<RunId, FleetWorld.FakeRun> runs) {
        int lost = 0;
        for (Worker worker : workers.values()) {
            FleetWorld.FakeRun run = runs.apply(worker.seat.run());
            run.running -= worker.unitSeconds.size();
            run.left += worker.unitSeconds.size();
            lost += worker.unitSeconds.size();
        }
        closed(ErrorCode.CONNECTION_LOST);
        return lost;
    }

    private void closed(ErrorCode code) {
        SessionListener open = end;
        if (open != null) {
            open.closed(session, new Closing(code, "", true));
        }
    }
}
