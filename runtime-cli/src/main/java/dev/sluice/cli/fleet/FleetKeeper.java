package dev.sluice.cli.fleet;

import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.launch.fleet.FleetSystem.TaskStatus;
import dev.sluice.model.SluiceException;
import dev.sluice.model.fleet.Fleet;
import dev.sluice.model.fleet.FleetAction;
import dev.sluice.model.fleet.FleetEvent;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.model.fleet.FleetTerms;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.pool.PoolView;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Keeps the size of a pool's fleet: tells the model what the pool has to do and how the tasks fare, and carries out
 * what the model decides. A task that is returned takes no more units, finishes those that it has, and is stopped then.
 *
 * <p>Confined to one thread, which waits for the commands of the system.
 */
final class FleetKeeper {
    /** Pause between two questions for the state of the tasks [ns]. */
    static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FleetTerms terms;
    private final FleetSystem system;
    private final FleetPool pool;
    private final FleetStore store;
    private final Consumer<String> say;
    private final Fleet fleet;

    /** Slots of each task; 0 until an agent has shown them. */
    private int slotsPerTask;

    /** Tasks whose agents registered, and whether each has a worker. */
    private final Map<String, Boolean> busy = new HashMap<>();

    /** Tasks that are returned and not over yet. */
    private final Set<String> leaving = new LinkedHashSet<>();

    /** The tasks of the model after the last event. */
    private Set<String> known = Set.of();

    /** True while the system may have tasks of this pool whose ids were lost. */
    private boolean unsure = true;

    /** Tasks of an earlier process: those that ended before this one began are no failures. */
    private final Set<String> inherited = new HashSet<>();

    private long beganNanos;
    private boolean silent;
    private long pollNanos = Long.MIN_VALUE;
    private String paused = "";

    FleetKeeper(FleetRequest request, FleetSystem system, FleetPool pool, FleetStore store, Consumer<String> say) {
        this.terms = request.terms();
        this.slotsPerTask = request.range().slots();
        this.system = system;
        this.pool = pool;
        this.store = store;
        this.say = say;
        this.fleet = new Fleet(terms);
    }

    /** Takes over the tasks of an earlier process of the same pool. */
    void begin(long nowNanos) throws InterruptedException {
        beganNanos = nowNanos;
        List<String> earlier = store.fleet();
        inherited.addAll(earlier);
        if (!earlier.isEmpty()) {
            say.accept("fleet: " + tasks(earlier.size()) + " of an earlier process are taken over");
            accepted(earlier, nowNanos);
        }
        try {
            findLost(nowNanos);
        } catch (SluiceException failure) {
            say.accept("fleet: " + failure.getMessage());
        }
    }

    /** Compares what is with what shall be, about every second. */
    void step(long nowNanos) throws InterruptedException {
        PoolView view = pool.view();
        agents(hosts(view), nowNanos);
        if (nowNanos >= pollNanos && (unsure || !known.isEmpty())) {
            pollNanos = nowNanos + POLL_NANOS;
            poll(nowNanos);
        }
        Set<String> names = new HashSet<>(known);
        names.addAll(leaving);
        apply(FleetLoad.of(view, names, slotsPerTask), nowNanos);
        stopDrained();
    }

    /** The operator lets a paused fleet go on. */
    void resume(long nowNanos) throws InterruptedException {
        apply(new FleetEvent.Resume(), nowNanos);
    }

    /**
     * The pool ends, and its agents know. Tasks that have not started are stopped; the others finish their units and
     * end by themselves.
     */
    void close(long nowNanos) throws InterruptedException {
        apply(new FleetEvent.Close(), nowNanos);
        List<String> queued =
                known.stream().filter(task -> !busy.containsKey(task)).toList();
        if (!queued.isEmpty()) {
            try {
                system.stop(queued);
                say.accept("fleet: " + tasks(queued.size()) + " cancelled");
            } catch (SluiceException failure) {
                say.accept("fleet: " + failure.getMessage());
                return; // the next process of this pool finds them
            }
        }
        keep(known.stream().filter(busy::containsKey).toList());
    }

    FleetStatus status(long nowNanos) {
        FleetState state = fleet.state();
        boolean troubled = state == FleetState.DELAYED || state == FleetState.PAUSED;
        return new FleetStatus(
                state,
                fleet.wanted(),
                fleet.size() - fleet.started(),
                fleet.started(),
                leaving.size(),
                terms.min(),
                terms.max(),
                !troubled ? "" : state == FleetState.PAUSED ? paused : fleet.trouble());
    }

    // ---- what is

    private static Map<String, PoolView.Host> hosts(PoolView view) {
        return view.hosts().stream().collect(Collectors.toMap(PoolView.Host::name, Function.identity()));
    }

    private void agents(Map<String, PoolView.Host> hosts, long nowNanos) throws InterruptedException {
        for (String task : known) {
            PoolView.Host host = hosts.get(task);
            if (host == null || !host.connected()) {
                continue;
            }
            if (slotsPerTask == 0) {
                slotsPerTask = host.slots();
            }
            boolean works = !host.seats().isEmpty();
            Boolean before = busy.put(task, works);
            if (before == null) {
                apply(new FleetEvent.Started(task), nowNanos);
            }
            if (before == null || before != works) {
                apply(works ? new FleetEvent.Busy(task) : new FleetEvent.Idle(task), nowNanos);
            }
        }
    }

    private void poll(long nowNanos) throws InterruptedException {
        try {
            findLost(nowNanos);
            Map<String, TaskStatus> tasks = system.status();
            silent = false;
            Set<String> alive = new HashSet<>();
            for (Map.Entry<String, TaskStatus> task : tasks.entrySet()) {
                if (task.getValue() != TaskStatus.FAILED) {
                    alive.add(task.getKey());
                } else if (known.contains(task.getKey())) {
                    failed(task.getKey(), nowNanos);
                }
            }
            forgiveInherited(alive, nowNanos);
            apply(new FleetEvent.Queue(alive), nowNanos);
        } catch (SluiceException failure) {
            if (!silent) {
                say.accept("fleet: the state of its tasks is unknown: " + failure.getMessage());
            }
            silent = true;
        }
    }

    /** Lets the model take tasks that are over since before this process began for started ones. */
    private void forgiveInherited(Set<String> alive, long nowNanos) throws InterruptedException {
        if (nowNanos - beganNanos < terms.holdNanos()) {
            return; // the system may show new tasks late
        }
        for (String task : inherited) {
            if (!alive.contains(task)) {
                apply(new FleetEvent.Started(task), nowNanos);
            }
        }
        inherited.clear();
    }

    private void failed(String task, long nowNanos) throws InterruptedException {
        String story = system.story(task);
        String reason = "task " + task + " failed" + (story.isEmpty() ? "" : ": " + story);
        say.accept("fleet: " + reason);
        if (inherited.contains(task)) {
            apply(new FleetEvent.Started(task), nowNanos); // it may have failed because no pool was there
        }
        apply(new FleetEvent.Failed(task, reason), nowNanos);
    }

    /** Takes over tasks of this pool whose ids were lost, once after each time when some may have been. */
    private void findLost(long nowNanos) throws InterruptedException {
        if (!unsure) {
            return;
        }
        List<String> lost =
                system.own().stream().filter(task -> !known.contains(task)).toList();
        unsure = false;
        if (!lost.isEmpty()) {
            say.accept("fleet: found " + tasks(lost.size()) + " that a submission without an answer had left");
            accepted(lost, nowNanos);
        }
    }

    // ---- what follows

    private void apply(FleetEvent event, long nowNanos) throws InterruptedException {
        List<FleetAction> actions = fleet.apply(event, nowNanos);
        settle();
        for (FleetAction action : actions) {
            if (action instanceof FleetAction.Submit submit) {
                submit(submit.tasks(), nowNanos);
            } else if (action instanceof FleetAction.Cancel cancel) {
                leaving.addAll(cancel.tasks());
                pool.retire(cancel.tasks());
            } else if (action instanceof FleetAction.Pause pause) {
                paused = pause.reason();
                say.accept("fleet: paused: " + paused + "; 'sluice pool unpause' lets it go on");
            }
        }
    }

    private void submit(int count, long nowNanos) throws InterruptedException {
        try {
            findLost(nowNanos);
        } catch (SluiceException failure) {
            refused(failure, nowNanos);
            return;
        }
        List<String> started;
        try {
            started = system.start(count);
        } catch (SluiceException failure) {
            unsure = true; // the system may have taken it and answered too late
            refused(failure, nowNanos);
            return;
        }
        say.accept("fleet: " + tasks(started.size()) + " submitted: " + String.join(", ", started));
        accepted(started, nowNanos);
    }

    private void refused(SluiceException failure, long nowNanos) throws InterruptedException {
        String reason = String.valueOf(failure.getMessage());
        say.accept("fleet: submission failed: " + reason);
        apply(new FleetEvent.Refused(reason), nowNanos);
    }

    private void accepted(List<String> tasks, long nowNanos) throws InterruptedException {
        Set<String> all = new LinkedHashSet<>(known);
        all.addAll(tasks);
        keep(all);
        apply(new FleetEvent.Accepted(tasks), nowNanos);
    }

    /** Stops tasks that were told to leave and have no worker any more. The pool gives them none. */
    private void stopDrained() throws InterruptedException {
        if (leaving.isEmpty()) {
            return;
        }
        Map<String, PoolView.Host> hosts = hosts(pool.view());
        List<String> drained = leaving.stream()
                .filter(task -> {
                    PoolView.Host host = hosts.get(task);
                    return host == null || host.seats().isEmpty();
                })
                .toList();
        if (!drained.isEmpty()) {
            try {
                system.stop(drained);
                leaving.removeAll(drained);
                pollNanos = Long.MIN_VALUE; // their ends are seen soon
                say.accept("fleet: " + tasks(drained.size()) + " returned: " + String.join(", ", drained));
            } catch (SluiceException failure) {
                say.accept("fleet: " + failure.getMessage());
            }
        }
    }

    /** Follows the model's tasks: those that are over leave the pool and the store. */
    private void settle() throws InterruptedException {
        Set<String> now = fleet.tasks();
        if (now.equals(known)) {
            return;
        }
        Set<String> over = new HashSet<>(known);
        over.removeAll(now);
        known = now;
        if (!over.isEmpty()) {
            busy.keySet().removeAll(over);
            leaving.removeAll(over);
            pool.forget(over);
            keep(now);
        }
    }

    private void keep(Collection<String> tasks) {
        try {
            store.fleet(tasks);
        } catch (IOException failure) {
            say.accept("fleet: its tasks are not written down: " + FileTrouble.named(failure));
        }
    }

    private static String tasks(int count) {
        return count + (count == 1 ? " task" : " tasks");
    }
}
