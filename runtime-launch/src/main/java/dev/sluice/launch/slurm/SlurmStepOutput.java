package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Place;
import dev.sluice.launch.WorkerLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of srun: lines of tasks, each after the task's number, which go to the logs of their workers; and
 * srun's own lines, some of which report ended tasks. Confined to the thread that reads it.
 */
final class SlurmStepOutput {
    private static final Pattern LABELLED = Pattern.compile(" *([0-9]{1,7}): (.*)");
    private static final Pattern ENDED =
            Pattern.compile("srun: error: (\\S+): tasks? ([0-9,-]+): (?:Exited with exit code ([0-9]{1,3})|(.*))");
    private static final Pattern NODE_FAILED = Pattern.compile("srun: error: Node failure on ([A-Za-z0-9_.-]+).*");

    private static final Map<String, Integer> SIGNALS =
            Map.of("Hangup", 1, "Interrupt", 2, "Aborted", 6, "Killed", 9, "Segmentation fault", 11, "Terminated", 15);

    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;
    private static final String OWN_LOG = "srun.log";

    private final Path logs;
    private final LaunchListener listener;
    private final long submittedNanos = System.nanoTime();
    private final Map<Integer, Task> tasks = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    private volatile String step = "";
    private Path last;

    /** A task that has reported its host and process. */
    private record Task(Place place, long pid, Path log) {}

    SlurmStepOutput(Path logs, LaunchListener listener) {
        this.logs = logs;
        this.listener = listener;
        this.last = logs.resolve(OWN_LOG);
    }

    /** Job and step, such as {@code 12.0}; empty until a task has reported it. Any thread. */
    String step() {
        return step;
    }

    /** The log of the last written line. */
    Path last() {
        return last;
    }

    void line(String line) {
        Matcher labelled = LABELLED.matcher(line);
        if (labelled.matches()) {
            ofTask(Integer.parseInt(labelled.group(1)), labelled.group(2));
        } else {
            append(logs.resolve(OWN_LOG), line);
            ofSrun(line);
        }
    }

    private void ofTask(int number, String text) {
        Task task = tasks.get(number);
        SlurmGreeting greeting = task == null ? SlurmGreeting.parse(text) : null;
        if (greeting != null) {
            Place place = new Place(greeting.node(), number + 1, "Slurm worker on " + greeting.node());
            task = new Task(place, greeting.pid(), WorkerLog.of(logs, greeting.node(), place.number()));
            tasks.put(number, task);
            step = greeting.step();
            listener.logs(place, greeting.pid(), task.log());
            listener.phases(place, LaunchPhases.slurm((System.nanoTime() - submittedNanos) / 1e9));
            listener.started(place, greeting.pid(), greeting.slots());
        }
        append(task == null ? logs.resolve(OWN_LOG) : task.log(), text);
    }

    private void append(Path log, String text) {
        last = log;
        try {
            Files.writeString(
                    log, text + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ofSrun(String line) {
        Matcher end = ENDED.matcher(line);
        Matcher failed = NODE_FAILED.matcher(line);
        if (end.matches()) {
            int code = end.group(3) != null
                    ? Integer.parseInt(end.group(3))
                    : SIGNALLED
                            + SIGNALS.getOrDefault(String.valueOf(end.group(4)).replaceFirst(" \\(.*", ""), SIGKILL);
            String story = end.group(3) != null
                    ? "ended with exit code " + code
                    : "was ended in Slurm: " + SlurmWords.printable(String.valueOf(end.group(4)));
            SlurmTask.indices(end.group(2)).stream().forEach(number -> ended(number, code, story));
        } else if (failed.matches()) {
            tasks.forEach((number, task) -> {
                if (task.place().host().equals(failed.group(1))) {
                    ended(number, SIGNALLED + SIGKILL, "is lost: Slurm reports that its node failed");
                }
            });
        }
    }

    private void ended(int number, int code, String story) {
        Task task = tasks.get(number);
        if (task != null && ended.add(number)) {
            listener.ended(task.place(), new LaunchEnd(task.pid(), code, false, task.log(), story));
        }
    }
}
