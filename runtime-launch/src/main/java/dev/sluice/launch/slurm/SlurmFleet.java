package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Shell;
import dev.sluice.launch.WorkerLog;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Agents of a pool that Slurm starts. Each submission is an array job, and each of its tasks becomes one agent with the
 * name {@code JOB_INDEX}, as Slurm calls the task. The jobs have the pool's name, by which a pool that is started again
 * finds them. Used by one thread.
 */
public final class SlurmFleet implements FleetSystem {
    private static final Pattern ID = Pattern.compile("[0-9]{1,12}_[0-9]{1,7}");
    private static final Set<String> QUEUED = Set.of(
            "PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT");
    private static final Set<String> RUNNING =
            Set.of("RUNNING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING");
    private static final Set<String> FAILED = Set.of("BOOT_FAIL", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "TIMEOUT");

    private final SlurmTerms terms;
    private final Path agentFile;
    private final SlurmClient slurm = new SlurmClient();

    /**
     * Submits nothing yet.
     *
     * @param terms of each task; the number of workers is ignored, and the run's name is the fleet's
     * @param agentFile the pool's file for agents, visible to the nodes
     */
    public SlurmFleet(SlurmTerms terms, Path agentFile) {
        this.terms = terms;
        this.agentFile = agentFile;
    }

    @Override
    public void check() throws InterruptedException {
        SlurmClient.require("sbatch", "squeue", "scancel");
        list();
    }

    @Override
    public List<String> start(int tasks) throws InterruptedException {
        SlurmTerms asked = terms.workers(tasks);
        try {
            SlurmFiles files = new SlurmFiles(asked);
            files.copyJar();
            Files.createDirectories(asked.logs());
            Files.writeString(asked.script(), SlurmScript.fleet(asked, agentFile), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LaunchException(
                    FileTrouble.ofWriting(e),
                    "pool: " + FileTrouble.named(e) + " (expected: files for Slurm in " + terms.directory() + ")",
                    e);
        }
        SlurmClient.Answer answer = slurm.submit(asked.script());
        String job = answer.job();
        if (job.isEmpty()) {
            throw refused("sbatch", answer);
        }
        return IntStream.rangeClosed(1, tasks)
                .mapToObj(index -> job + "_" + index)
                .toList();
    }

    @Override
    public Map<String, TaskStatus> status() throws InterruptedException {
        return parse(list());
    }

    @Override
    public Collection<String> own() throws InterruptedException {
        return status().entrySet().stream()
                .filter(task -> task.getValue() != TaskStatus.FAILED)
                .map(Map.Entry::getKey)
                .toList();
    }

    private String list() throws InterruptedException {
        SlurmClient.Answer answer = slurm.list(terms.jobName());
        if (!answer.good()) {
            throw refused("squeue", answer);
        }
        return answer.out();
    }

    /** Parses lines of id and state; tasks that ended in order or were cancelled are left out. */
    static Map<String, TaskStatus> parse(String listed) {
        Map<String, TaskStatus> tasks = new LinkedHashMap<>();
        for (SlurmListed task : SlurmListed.parse(listed)) {
            if (QUEUED.contains(task.state())) {
                tasks.put(task.id(), TaskStatus.QUEUED);
            } else if (RUNNING.contains(task.state())) {
                tasks.put(task.id(), TaskStatus.RUNNING);
            } else if (FAILED.contains(task.state())) {
                tasks.put(task.id(), TaskStatus.FAILED);
            }
        }
        return tasks;
    }

    @Override
    public void stop(Collection<String> tasks) throws InterruptedException {
        List<String> ours =
                tasks.stream().filter(task -> ID.matcher(task).matches()).toList();
        if (ours.isEmpty()) {
            return; // another system's
        }
        SlurmClient.Answer answer = slurm.cancel(ours);
        if (!answer.good() && !answer.err().contains("Invalid job id")) {
            throw refused("scancel", answer);
        }
    }

    /** The last line of the task's log, whose name ends with its id. */
    @Override
    public String story(String task) {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(terms.logs(), "*-" + task + ".log")) {
            for (Path log : logs) {
                List<String> lines = WorkerLog.lastLines(log, 1, 1 << 10);
                if (!lines.isEmpty()) {
                    return lines.get(0);
                }
            }
        } catch (IOException unreadable) {
            return "";
        }
        return "";
    }

    @Override
    public List<String> dryRun(int tasks) {
        List<String> lines = new ArrayList<>();
        lines.add("sbatch --parsable << 'SCRIPT'");
        SlurmScript.fleet(terms.workers(tasks), agentFile).lines().forEach(lines::add);
        lines.add("SCRIPT");
        lines.add("squeue --noheader --array --states=all --name=" + Shell.quote(terms.jobName())
                + " --format='%F_%K %T'");
        lines.add("scancel --quiet JOB_INDEX …");
        return lines;
    }

    private static LaunchException refused(String command, SlurmClient.Answer answer) {
        return new LaunchException(
                ErrorCode.SLURM_REFUSED,
                "pool: " + command + ": " + (answer.err().isEmpty() ? "it said nothing" : answer.err())
                        + " (expected: a job of a pool's agents)");
    }
}
