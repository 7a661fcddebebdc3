package dev.sluice.model.fleet;

import dev.sluice.model.pool.GainCurve;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A queue system in virtual time, second by second, and a fleet that uses it. */
final class SimulatedQueue {
    static final long SECOND = 1_000_000_000L;

    /** A task with the time of its start, and whether it computes. */
    private static final class Task {
        private final long startNanos;
        private boolean started;
        private boolean busy;

        private Task(long startNanos) {
            this.startNanos = startNanos;
        }
    }

    final Fleet fleet;
    final Map<String, Task> tasks = new LinkedHashMap<>();
    final List<Long> submissions = new ArrayList<>();
    final List<String> pauses = new ArrayList<>();

    /** Sizes after each change, in their order. */
    final List<Integer> sizes = new ArrayList<>();

    boolean refuses;
    boolean failsAtStart;
    long waitNanos = 20 * SECOND;
    long nowNanos;
    private int next;
    private final SplittableRandom random;

    SimulatedQueue(FleetTerms terms, SplittableRandom random) {
        this.fleet = new Fleet(terms);
        this.random = random;
    }

    int running() {
        return (int) tasks.values().stream().filter(task -> task.started).count();
    }

    void load(long units, GainCurve curve, int needed) {
        send(new FleetEvent.Load(units, curve, needed));
    }

    /** Lets seconds pass, in which so many started tasks compute. */
    void pass(int seconds, int busy) {
        for (int second = 0; second < seconds; second++) {
            nowNanos += SECOND;
            start();
            occupy(busy);
            if (second % 10 == 0) {
                send(new FleetEvent.Queue(tasks.keySet()));
            }
            send(new FleetEvent.Tick());
            int size = fleet.size();
            if (sizes.isEmpty() || sizes.get(sizes.size() - 1) != size) {
                sizes.add(size);
            }
        }
    }

    private void start() {
        for (String id : List.copyOf(tasks.keySet())) {
            Task task = tasks.get(id);
            if (task != null && !task.started && task.startNanos <= nowNanos) {
                if (failsAtStart) {
                    tasks.remove(id);
                    send(new FleetEvent.Failed(id, "no such partition"));
                } else {
                    task.started = true;
                    send(new FleetEvent.Started(id));
                }
            }
        }
    }

    private void occupy(int busy) {
        int left = busy;
        for (String id : List.copyOf(tasks.keySet())) {
            Task task = tasks.get(id);
            if (task != null && task.started) {
                boolean works = left-- > 0;
                if (works != task.busy) {
                    task.busy = works;
                    send(works ? new FleetEvent.Busy(id) : new FleetEvent.Idle(id));
                }
            }
        }
    }

    void send(FleetEvent event) {
        for (FleetAction action : fleet.apply(event, nowNanos)) {
            if (action instanceof FleetAction.Submit submit) {
                submit(submit.tasks());
            } else if (action instanceof FleetAction.Cancel cancel) {
                cancel.tasks().forEach(this::cancel);
            } else if (action instanceof FleetAction.Pause pause) {
                pauses.add(pause.reason());
            }
        }
    }

    private void submit(int count) {
        submissions.add(nowNanos);
        if (refuses) {
            send(new FleetEvent.Refused("queue is down"));
            return;
        }
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = "t" + next++;
            tasks.put(id, new Task(nowNanos + waitNanos / 2 + random.nextLong(waitNanos)));
            ids.add(id);
        }
        send(new FleetEvent.Accepted(ids));
    }

    private void cancel(String id) {
        Task task = tasks.remove(id);
        if (task != null) {
            if (task.busy && fleet.state() != FleetState.CLOSED) {
                throw new AssertionError("a task that computes was cancelled: " + id);
            }
            send(new FleetEvent.Ended(id));
        }
    }
}
