package dev.sluice.cli.fleet;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.model.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** A system in virtual time: its tasks wait, start, and end when they are told or when the test says so. */
final class FakeFleetSystem implements FleetSystem {
    /** A task that has not ended in order. */
    private static final class Task {
        private final long startNanos;
        private TaskStatus status = TaskStatus.QUEUED;

        private Task(long startNanos) {
            this.startNanos = startNanos;
        }
    }

    private final LongSupplier nanos;
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    /** Tasks of each submission, refused ones included. */
    final List<Integer> submissions = new ArrayList<>();

    final List<String> stopped = new ArrayList<>();
    long waitNanos = 20 * FleetWorld.SECOND;
    boolean refuses;
    boolean silent;
    boolean answersTooLate;
    boolean failsAtStart;
    boolean knowsItsOwn = true;

    FakeFleetSystem(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public void check() {}

    @Override
    public List<String> start(int count) {
        submissions.add(count);
        if (refuses) {
            throw new LaunchException(ErrorCode.SLURM_REFUSED, "queue is down");
        }
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = submissions.size() + "_" + i;
            tasks.put(id, new Task(nanos.getAsLong() + waitNanos));
            ids.add(id);
        }
        if (answersTooLate) {
            throw new LaunchException(ErrorCode.SLURM_REFUSED, "no answer within 60 s");
        }
        return ids;
    }

    @Override
    public Map<String, TaskStatus> status() {
        if (silent) {
            throw new LaunchException(ErrorCode.SLURM_REFUSED, "no answer within 60 s");
        }
        return tasks.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, task -> task.getValue().status));
    }

    @Override
    public Collection<String> own() {
        return knowsItsOwn ? status().keySet() : List.of();
    }

    @Override
    public String story(String task) {
        return "no Java on its node";
    }

    @Override
    public void stop(Collection<String> ended) {
        stopped.addAll(ended);
        ended.forEach(tasks::remove);
    }

    @Override
    public List<String> dryRun(int count) {
        return List.of();
    }

    /** Starts the tasks whose time has come. */
    void start(Consumer<String> started) {
        for (Map.Entry<String, Task> each : List.copyOf(tasks.entrySet())) {
            Task task = each.getValue();
            if (task.status == TaskStatus.QUEUED && task.startNanos <= nanos.getAsLong()) {
                task.status = failsAtStart ? TaskStatus.FAILED : TaskStatus.RUNNING;
                if (!failsAtStart) {
                    started.accept(each.getKey());
                }
            }
        }
    }

    /** A task ends without having been stopped. */
    void end(String task) {
        tasks.remove(task);
    }

    boolean has(String task) {
        return tasks.containsKey(task);
    }

    int count(TaskStatus status) {
        return (int)
                tasks.values().stream().filter(task -> task.status == status).count();
    }
}
