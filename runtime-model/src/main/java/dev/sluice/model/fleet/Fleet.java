package dev.sluice.model.fleet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sizes a fleet of tasks of a queue system. The fleet grows while one more task gains enough or a deadline needs it,
 * and returns tasks that nobody needed during the idle time. Brakes protect a failing queue system.
 *
 * <p>The fleet does not flap: a size is kept for a minimum time, it shrinks at half the gain at which it grows, and a
 * short peak of demand keeps the tasks. Only queued and idle tasks are returned, so that no unit is lost.
 *
 * <p>Confined to its caller's thread.
 */
public final class Fleet {
    private static final int HISTORY = 8;

    private final FleetTerms terms;
    private final FleetBrakes brakes;
    private final FleetDemand demand;
    private final Map<String, FleetTask> tasks = new LinkedHashMap<>();
    private FleetState state = FleetState.STEADY;

    /** The latest transitions, for the message of a defect. */
    private final Deque<String> history = new ArrayDeque<>();

    /** Tasks of the submission that is not answered yet; 0 if there is none. */
    private int asked;

    private long changedNanos;
    private boolean changed;

    public Fleet(FleetTerms terms) {
        this.terms = terms;
        this.brakes = new FleetBrakes(terms);
        this.demand = new FleetDemand(terms);
    }

    /** The fleet's state. */
    public FleetState state() {
        return state;
    }

    /** The latest failure of a submission or of a start; empty before the first. */
    public String trouble() {
        return brakes.last();
    }

    /** The latest transitions: state and input. */
    List<String> history() {
        return List.copyOf(history);
    }

    /** Tasks that are queued or started and not cancelled. */
    public int size() {
        return (int) tasks.values().stream().filter(task -> !task.isCancelled()).count();
    }

    /** The ids of all tasks that are not over, cancelled ones included. */
    public Set<String> tasks() {
        return Set.copyOf(tasks.keySet());
    }

    /** Tasks whose agents registered and that are not cancelled. */
    public int started() {
        return size() - queued().size();
    }

    /** Tasks that the present load asks for. */
    public int wanted() {
        return demand.growTo();
    }

    /**
     * Takes an event and decides. O(tasks·log tasks)
     *
     * @param nowNanos not before the last event's time
     * @return what to do now, in this order
     */
    public List<FleetAction> apply(FleetEvent event, long nowNanos) {
        List<FleetAction> actions = new ArrayList<>();
        FleetState before = state;
        take(event, nowNanos, actions);
        if (state == FleetState.PAUSED && before != FleetState.PAUSED) {
            actions.add(new FleetAction.Pause(brakes.reason()));
        }
        if (state == FleetState.CLOSED) {
            cancel(tasks.values().stream().filter(task -> !task.isCancelled()).toList(), nowNanos, actions);
            return actions;
        }
        if (state == FleetState.DELAYED && brakes.mayRetry(nowNanos)) {
            move(FleetState.Input.RETRY);
        }
        if (state == FleetState.GROWING && asked == 0 && queued().isEmpty()) {
            move(FleetState.Input.SETTLE);
        }
        resize(nowNanos, actions);
        return actions;
    }

    private void take(FleetEvent event, long nowNanos, List<FleetAction> actions) {
        if (event instanceof FleetEvent.Load load) {
            demand.load(load);
        } else if (event instanceof FleetEvent.Accepted accepted) {
            accepted(accepted.tasks(), nowNanos);
        } else if (event instanceof FleetEvent.Refused refused && asked > 0) {
            asked = 0;
            brakes.refused(refused.reason(), nowNanos);
            failed();
        } else if (event instanceof FleetEvent.Failed failed) {
            end(failed.task(), failed.reason(), nowNanos);
        } else if (event instanceof FleetEvent.Ended ended) {
            tasks.remove(ended.task());
        } else if (event instanceof FleetEvent.Queue queue) {
            compare(queue, nowNanos, actions);
        } else if (event instanceof FleetEvent.Resume) {
            brakes.release();
            move(FleetState.Input.RESUME);
        } else if (event instanceof FleetEvent.Close) {
            move(FleetState.Input.CLOSE);
        } else {
            work(event, nowNanos);
        }
    }

    private void accepted(List<String> ids, long nowNanos) {
        ids.forEach(id -> tasks.put(id, new FleetTask(id, nowNanos)));
        asked = 0;
        brakes.accepted();
        changed(nowNanos);
        demand.restart();
        if (state == FleetState.STEADY) {
            move(FleetState.Input.SUBMIT);
        }
    }

    /** Takes an event of a task's agent. */
    private void work(FleetEvent event, long nowNanos) {
        if (event instanceof FleetEvent.Started started) {
            FleetTask task = tasks.get(started.task());
            if (task != null) {
                task.start(nowNanos);
                brakes.started();
            }
        } else if (event instanceof FleetEvent.Busy busy) {
            FleetTask task = tasks.get(busy.task());
            if (task != null) {
                task.busy();
            }
        } else if (event instanceof FleetEvent.Idle idle) {
            FleetTask task = tasks.get(idle.task());
            if (task != null) {
                task.idle(nowNanos);
            }
        }
    }

    /** Compares the tasks with those of the queue system: lost ones are over, and cancelled ones must not be there. */
    private void compare(FleetEvent.Queue queue, long nowNanos, List<FleetAction> actions) {
        List<FleetTask> again = new ArrayList<>();
        for (FleetTask task : List.copyOf(tasks.values())) {
            boolean known = queue.tasks().contains(task.id);
            if (!known && nowNanos - task.acceptedNanos >= terms.holdNanos()) {
                end(task.id, "task " + task.id + " is not in the queue system any more", nowNanos);
            } else if (known && task.isCancelled() && task.cancelledFor(nowNanos) >= terms.holdNanos()) {
                again.add(task);
            }
        }
        cancel(again, nowNanos, actions);
    }

    /** Removes a task. A task that neither started nor was cancelled counts as a failed start. */
    private void end(String id, String reason, long nowNanos) {
        FleetTask task = tasks.remove(id);
        if (task != null && !task.isStarted() && !task.isCancelled()) {
            brakes.failed(reason, nowNanos);
            failed();
        }
    }

    private void failed() {
        boolean pause = brakes.isPaused() && state != FleetState.PAUSED && state != FleetState.CLOSED;
        move(pause ? FleetState.Input.PAUSE : FleetState.Input.FAIL);
    }

    private void move(FleetState.Input input) {
        FleetState next = FleetState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException("a fleet that is " + state + " cannot take " + input + " after " + history);
        }
        if (history.size() == HISTORY) {
            history.removeFirst();
        }
        history.addLast(state + " " + input);
        state = next;
    }

    private void resize(long nowNanos, List<FleetAction> actions) {
        int size = size() + asked;
        int surplus = demand.surplus(size, nowNanos);
        if (changed && nowNanos - changedNanos < terms.holdNanos()) {
            return;
        }
        boolean open = state == FleetState.STEADY || state == FleetState.GROWING;
        int missing = demand.growTo() - size;
        if (open && asked == 0 && missing > 0) {
            asked = missing;
            move(FleetState.Input.SUBMIT);
            actions.add(new FleetAction.Submit(missing));
        } else if (surplus > 0) {
            shrink(surplus, nowNanos, actions);
        }
    }

    /** Cancels queued tasks, the youngest first, then tasks that were idle long enough, the longest idle first. */
    private void shrink(int surplus, long nowNanos, List<FleetAction> actions) {
        List<FleetTask> order = new ArrayList<>(queued());
        order.sort(Comparator.comparingLong((FleetTask task) -> -task.acceptedNanos));
        tasks.values().stream()
                .filter(task -> !task.isCancelled() && task.idleFor(nowNanos) >= terms.idleNanos())
                .sorted(Comparator.comparingLong(task -> -task.idleFor(nowNanos)))
                .forEach(order::add);
        if (cancel(order.subList(0, Math.min(surplus, order.size())), nowNanos, actions)) {
            changed(nowNanos); // the surplus was observed for the other tasks, too
        }
    }

    private List<FleetTask> queued() {
        return tasks.values().stream()
                .filter(task -> !task.isStarted() && !task.isCancelled())
                .toList();
    }

    private static boolean cancel(List<FleetTask> which, long nowNanos, List<FleetAction> actions) {
        if (which.isEmpty()) {
            return false;
        }
        which.forEach(task -> task.cancel(nowNanos));
        actions.add(new FleetAction.Cancel(which.stream().map(task -> task.id).toList()));
        return true;
    }

    /** The size has changed, and is kept for a while. */
    private void changed(long nowNanos) {
        changed = true;
        changedNanos = nowNanos;
    }
}
