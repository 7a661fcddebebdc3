package dev.sluice.cli.fleet;

import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.pool.Desk;
import dev.sluice.pool.PoolLoop;
import dev.sluice.pool.PoolView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real pool with a fleet in virtual time, second by second; agents, masters and the queue system are fakes. */
final class FleetWorld {
    static final long SECOND = 1_000_000_000L;

    final VirtualLoop loop = new VirtualLoop();
    final FakeFleetSystem system = new FakeFleetSystem(loop::nanoTime);
    final List<String> said = new ArrayList<>();
    final Map<String, TaskAgent> agents = new LinkedHashMap<>();
    final List<FakeRun> runs = new ArrayList<>();

    /** Units that ran in a task when it was stopped. */
    int lostUnits;

    /** The greatest number of tasks at once. */
    int mostTasks;

    private final FleetRequest request;
    List<String> stored = List.of();
    PoolLoop pool;
    FleetKeeper keeper;

    FleetWorld(int min, int max, int slots, long idleSeconds) throws Exception {
        request = new FleetRequest(
                new FleetRange(min, max, slots), 0.01, idleSeconds * SECOND, List.of(), null, List.of(), null);
        pool = newPool();
        keeper = newKeeper();
        keeper.begin(loop.nanoTime());
    }

    private PoolLoop newPool() {
        PoolLoop made = new PoolLoop(
                loop,
                new Desk() {
                    @Override
                    public void asked(PoolRequest asked, Consumer<PoolAnswer> answer) {}

                    @Override
                    public void say(String line) {}
                },
                loop.nanoTime());
        made.start();
        return made;
    }

    private FleetKeeper newKeeper() {
        return new FleetKeeper(
                request,
                system,
                new FleetPool() {
                    @Override
                    public PoolView view() {
                        return pool.view();
                    }

                    @Override
                    public void retire(Collection<String> tasks) {
                        pool.retire(tasks);
                    }

                    @Override
                    public void forget(Collection<String> tasks) {
                        pool.forget(tasks);
                    }
                },
                new FleetStore() {
                    @Override
                    public List<String> fleet() {
                        return stored;
                    }

                    @Override
                    public void fleet(Collection<String> tasks) throws IOException {
                        stored = List.copyOf(tasks);
                    }
                },
                said::add);
    }

    /** Kills the pool and starts it again; agents and masters come back. */
    void restart() throws Exception {
        pool = newPool();
        keeper = newKeeper();
        keeper.begin(loop.nanoTime());
        agents.values().forEach(agent -> agent.connect(pool));
        runs.stream().filter(run -> !run.isOver()).forEach(FakeRun::join);
    }

    void pass(int seconds) throws Exception {
        for (int i = 0; i < seconds; i++) {
            second();
            mostTasks = Math.max(mostTasks, keeper.status(loop.nanoTime()).size());
        }
    }

    private void second() throws Exception {
        loop.advance(SECOND);
        system.start(task -> {
            TaskAgent agent = new TaskAgent(task, 4, agents.size() + 1);
            agents.put(task, agent);
            agent.connect(pool);
        });
        for (TaskAgent agent : List.copyOf(agents.values())) {
            if (!system.has(agent.task)) {
                lostUnits += agent.kill(this::run);
                agents.remove(agent.task);
            } else {
                agent.second(this::run);
                if (agent.isGone()) {
                    agents.remove(agent.task);
                    system.end(agent.task);
                }
            }
        }
        runs.forEach(FakeRun::second);
        keeper.step(loop.nanoTime());
    }

    private FakeRun run(RunId id) {
        return runs.stream().filter(run -> run.id.equals(id)).findFirst().orElseThrow();
    }

    FleetStatus status() {
        return keeper.status(loop.nanoTime());
    }

    FakeRun run(int units, int unitSeconds) {
        FakeRun run = new FakeRun(new RunId("run-" + runs.size()), units, unitSeconds);
        runs.add(run);
        run.join();
        return run;
    }

    /** A run whose units take some seconds each. */
    final class FakeRun {
        final RunId id;
        final int units;
        final int unitSeconds;
        int left;
        int running;
        int done;
        private RecordingSession session = new RecordingSession(Role.SUBMIT);
        private SessionListener end = pool.accept(session);

        FakeRun(RunId id, int units, int unitSeconds) {
            this.id = id;
            this.units = units;
            this.unitSeconds = unitSeconds;
            this.left = units;
        }

        void join() {
            session = new RecordingSession(Role.SUBMIT);
            end = pool.accept(session);
            end.opened(session);
            end.received(session, new PoolJoin(id, "run=" + id.text() + "\nend\n", 1, 0, 0, 1 << 20, 1));
            second();
        }

        boolean isOver() {
            return left + running == 0;
        }

        void second() {
            if (isOver()) {
                end();
            } else {
                end.received(session, new PoolNeeds(left, running, unitSeconds * SECOND, 0, done, false, "", 0));
            }
        }

        /** The run says goodbye, whatever it has left. */
        void end() {
            left = 0;
            end.closed(session, new Closing(ErrorCode.NONE, "", true));
        }
    }
}
