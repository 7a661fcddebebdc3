package dev.sluice.launch.slurm;

import dev.sluice.launch.JavaOptions;
import dev.sluice.launch.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The programs for Slurm: the script of an array job, and the command of a step. In both the shell replaces itself by
 * the worker, which therefore receives Slurm's signals itself: SIGTERM drains it.
 */
final class SlurmScript {
    private SlurmScript() {}

    /** Time of the signal before the time limit [s]; Slurm may be a minute earlier. */
    static final int WARNING_SECONDS = 60;

    /** The name of a worker in the shell: its node. */
    private static final String NODE = "$node";

    /** The name of a fleet's agent in the shell: its task, as {@link SlurmFleet} calls it. */
    private static final String ID = "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}";

    private static final String TASK = """
        # One worker. It takes this Java and jar, or those of the node where they are not to be seen.
        node=${SLURMD_NODENAME:-$(hostname)}
        fail() {
            echo "sluice: $node: no $1 (expected: $2)" >&2
            exit 4
        }
        for java in @JAVA@ "${JAVA_HOME:-}/bin/java" "$(command -v java)"; do
            if [ -x "$java" ]; then break; fi
        done
        [ -x "$java" ] || fail 'Java' @EXPECTED_JAVA@
        for jar in @COPY@ @JAR@; do
            if [ -r "$jar" ]; then break; fi
        done
        [ -r "$jar" ] || fail 'sluice-worker.jar' @EXPECTED_JAR@
        slots=@SLOTS@
        echo "sluice-worker: $node process $$ with $slots slots in step ${SLURM_JOB_ID:-0}.${SLURM_STEP_ID:-batch}"
        exec "$java" "-Dsluice.nofile=$(ulimit -n)" @OPTIONS@ -jar "$jar" join --transport tcp --slots "$slots" --name "@NAME@" @RUNFILE@
        """;

    /**
     * The script of an array job, one task for each worker, with all options of sbatch.
     *
     * @param runFile path on the nodes
     */
    static String batch(SlurmTerms terms, Path runFile) {
        return batch(
                terms, runFile, "# Workers of the run " + terms.run() + ", one for each task of this array job.", NODE);
    }

    /**
     * The script of an array job for a fleet: each task is an agent, whose name is the task's id.
     *
     * @param agentFile path on the nodes
     */
    static String fleet(SlurmTerms terms, Path agentFile) {
        return batch(
                terms, agentFile, "# Agents of the pool " + terms.run() + ", one for each task of this array job.", ID);
    }

    private static String batch(SlurmTerms terms, Path runFile, String title, String name) {
        String log = SlurmWords.plain(terms.logs().toString()) + "/%N-%A_%a.log";
        List<String> lines = new ArrayList<>(List.of(
                "#!/bin/sh",
                title,
                "#SBATCH --job-name=" + terms.jobName(),
                "#SBATCH --array=1-" + terms.workers(),
                ("#SBATCH --nodes=1 --ntasks=1 " + (terms.slots() == 0 ? "--exclusive " : "")
                                + String.join(" ", terms.resources()))
                        .strip(),
                "#SBATCH --no-requeue --signal=B:TERM@" + WARNING_SECONDS,
                "#SBATCH --open-mode=append --output=" + SlurmWords.directive(log)));
        if (!terms.options().isEmpty()) {
            lines.add("#SBATCH "
                    + terms.options().stream().map(SlurmWords::directive).collect(Collectors.joining(" ")));
        }
        return String.join("\n", lines) + "\n\n" + task(terms, name, Shell.quote(runFile.toString()));
    }

    /**
     * The step in an allocation, one worker on each of its first nodes. They read the run file from standard input,
     * whose end tells them that the launcher is gone.
     */
    static List<String> step(SlurmTerms terms) {
        String workers = String.valueOf(terms.workers());
        List<String> command = new ArrayList<>(List.of(
                "srun",
                "--job-name=" + terms.jobName(),
                "--nodes=" + workers,
                "--ntasks=" + workers,
                "--ntasks-per-node=1",
                "--overlap", // the master may itself be in a step, which would keep this one waiting
                "--no-kill",
                "--kill-on-bad-exit=0",
                "--wait=0",
                "--input=all",
                "--label"));
        command.addAll(terms.resources());
        command.addAll(terms.options());
        command.addAll(List.of("sh", "-c", task(terms, NODE, "--tied -")));
        return command;
    }

    private static String task(SlurmTerms terms, String name, String runFile) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> options = new ArrayList<>(JavaOptions.ofWorkers(terms.jar(), null, false));
        options.addAll(terms.java());
        return TASK.replace("@JAVA@", Shell.quote(java.toString()))
                .replace("@EXPECTED_JAVA@", Shell.quote("17 or newer at " + java + ", in JAVA_HOME or on the path"))
                .replace("@COPY@", Shell.quote(terms.jarCopy().toString()))
                .replace("@JAR@", Shell.quote(terms.jar().toString()))
                .replace(
                        "@EXPECTED_JAR@",
                        Shell.quote("at " + terms.jarCopy() + ", in a directory that the nodes share; --run-dir"
                                + " chooses it, or at " + terms.jar()))
                .replace("@SLOTS@", terms.slots() > 0 ? "" + terms.slots() : "${SLURM_CPUS_ON_NODE:-1}")
                .replace("@OPTIONS@", Shell.command(options))
                .replace("@NAME@", name)
                .replace("@RUNFILE@", runFile);
    }
}
