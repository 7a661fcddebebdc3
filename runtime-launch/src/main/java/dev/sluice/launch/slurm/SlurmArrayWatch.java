package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Place;
import dev.sluice.launch.Survivor;
import dev.sluice.launch.WorkerLog;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Watches the tasks of an array job and reports changes. Confined to the thread that polls Slurm. */
final class SlurmArrayWatch {
    private final SlurmTerms terms;
    private final String job;
    private final Set<Integer> indices;
    private final Set<Survivor> survivors;
    private final LaunchListener listener;
    private final long submittedNanos = System.nanoTime();
    private final Map<Integer, Worker> started = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    private String waits = "";
    private String lastStory = "";
    private @Nullable Path lastLog;

    /** A task whose worker has started. */
    private record Worker(Place place, long pid, Path log) {}

    /**
     * @param indices of the watched tasks
     * @param survivors that have joined already
     */
    SlurmArrayWatch(
            SlurmTerms terms,
            String job,
            Set<Integer> indices,
            Collection<Survivor> survivors,
            LaunchListener listener) {
        this.terms = terms;
        this.job = job;
        this.indices = Set.copyOf(indices);
        this.survivors = Set.copyOf(survivors);
        this.listener = listener;
    }

    /** The number of the job. */
    String job() {
        return job;
    }

    /** Processes the current state of the tasks. */
    void look(List<SlurmTask> tasks) {
        Map<String, Integer> reasons = new TreeMap<>();
        Set<Integer> known = new TreeSet<>();
        for (SlurmTask task : tasks) {
            known.add(task.index());
            if (!indices.contains(task.index())) {
                continue; // it was over before
            }
            if (task.waits()) {
                reasons.merge(task.reason(), 1, Integer::sum);
            } else {
                begun(task);
                if (task.over()) {
                    over(task);
                }
            }
        }
        for (int index : started.keySet()) {
            if (!known.contains(index)) { // Slurm forgets what is over, after minutes
                over(new SlurmTask(index, "COMPLETED", "", "", 0, ""));
            }
        }
        sayWhy(reasons);
    }

    private void begun(SlurmTask task) {
        if (started.containsKey(task.index()) || task.node().isEmpty()) {
            return;
        }
        Path log = log(task);
        SlurmGreeting greeting = SlurmGreeting.in(log);
        if (greeting != null) {
            Place place = place(task);
            started.put(task.index(), new Worker(place, greeting.pid(), log));
            listener.logs(place, greeting.pid(), log);
            if (!survivors.contains(new Survivor(greeting.node(), greeting.pid()))) {
                listener.phases(place, LaunchPhases.slurm((System.nanoTime() - submittedNanos) / 1e9));
                listener.started(place, greeting.pid(), greeting.slots());
            }
        }
    }

    /** The log file, as in the script. */
    private Path log(SlurmTask task) {
        return terms.logs().resolve(WorkerLog.fit(task.node()) + "-" + job + "_" + task.index() + ".log");
    }

    private Place place(SlurmTask task) {
        String where = task.node().isEmpty() ? "" : " on " + task.node();
        return new Place(task.node(), task.index(), "Slurm task " + job + "_" + task.index() + where);
    }

    private void over(SlurmTask task) {
        if (!ended.add(task.index())) {
            return;
        }
        Worker worker = started.get(task.index());
        Place place = worker == null ? place(task) : worker.place();
        Path log = worker == null ? log(task) : worker.log();
        lastLog = log;
        lastStory = place + " " + task.story();
        listener.ended(
                place, new LaunchEnd(worker == null ? 0 : worker.pid(), task.endCode(), false, log, task.story()));
    }

    private void sayWhy(Map<String, Integer> reasons) {
        int count = reasons.values().stream().mapToInt(Integer::intValue).sum();
        // A reason of None means that Slurm has not considered the job yet.
        String why = String.join(", ", reasons.keySet());
        String now = count == 0 || why.equals("None") ? "" : count + " of " + indices.size() + " wait: " + why;
        if (!now.isEmpty() && !now.equals(waits)) {
            listener.news("Slurm job " + job + ": " + now);
        }
        waits = now;
    }

    /** Tells whether all tasks are over. */
    boolean over() {
        return ended.size() >= indices.size();
    }

    /** Why no worker is left. */
    String lastWords() {
        Path log = lastLog;
        String words = log == null ? "" : WorkerLog.lastWords(log);
        return "all Slurm workers have ended; " + lastStory
                + (words.isEmpty()
                        ? ", and nothing that it printed is in " + terms.logs()
                                + " (expected: a directory that the nodes share; --run-dir chooses it)"
                        : "; it printed:" + System.lineSeparator() + words);
    }
}
