package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Shell;
import dev.sluice.model.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs Slurm's own commands and waits for them. Any thread. */
final class SlurmClient {
    private static final long LIMIT_SECONDS = 60;

    /**
     * Environment that makes the parsed output uniform: dates, and lists of tasks, which would be truncated otherwise.
     */
    private static final Map<String, String> PLAIN =
            Map.of("LC_ALL", "C", "SLURM_TIME_FORMAT", "standard", "SLURM_BITSTR_LEN", "0");

    /** The directory of the commands, with a slash at its end; empty: the path has them. */
    private final String programs;

    SlurmClient() {
        this("");
    }

    /** Uses the commands of a directory, whose name ends with a slash. */
    SlurmClient(String programs) {
        this.programs = programs;
    }

    /** @param err standard error, made printable, on one line */
    record Answer(int exitCode, String out, String err) {
        private static final Pattern SUBMITTED = Pattern.compile("([0-9]{1,12})(?:;[^\\s]*)?\\s*");

        boolean good() {
            return exitCode == 0;
        }

        /** The number of the submitted job; empty if none was submitted. */
        String job() {
            Matcher job = SUBMITTED.matcher(out);
            return good() && job.matches() ? job.group(1) : "";
        }
    }

    /** @throws LaunchException SLURM_MISSING if one of these is not on the path */
    static void require(String... programs) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String program : programs) {
            boolean there = false;
            for (String directory : path.split(File.pathSeparator, -1)) {
                there |= !directory.isEmpty() && Files.isExecutable(Path.of(directory, program));
            }
            if (!there) {
                throw new LaunchException(
                        ErrorCode.SLURM_MISSING,
                        "--slurm: no '" + program + "' on this machine (expected: on the path, as on a cluster's login"
                                + " node)");
            }
        }
    }

    /** Submits a script; {@link Answer#job} is the job's number. */
    Answer submit(Path script) throws InterruptedException {
        return run(List.of("sbatch", "--parsable", script.toString()), Map.of());
    }

    /** Slurm's description of a job and all its tasks. */
    Answer show(String job) throws InterruptedException {
        return run(List.of("scontrol", "--oneliner", "show", "job", job), PLAIN);
    }

    /** One line for each task of array jobs with this name that Slurm remembers: its id and its state. */
    Answer list(String jobName) throws InterruptedException {
        return run(
                List.of("squeue", "--noheader", "--array", "--states=all", "--name=" + jobName, "--format=%F_%K %T"),
                PLAIN);
    }

    /** Cancels tasks of array jobs. */
    Answer cancel(Collection<String> tasks) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("scancel", "--quiet"));
        command.addAll(tasks);
        return run(command, PLAIN);
    }

    /** Cancels a job, or the part that {@code options} select. */
    Answer cancel(String job, String... options) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("scancel", "--quiet"));
        command.addAll(List.of(options));
        command.add(job);
        return run(command, PLAIN);
    }

    private Answer run(List<String> command, Map<String, String> additions) throws InterruptedException {
        try {
            Path out = Files.createTempFile("sluice-", ".out");
            Path err = Files.createTempFile("sluice-", ".err");
            try {
                List<String> line = new ArrayList<>(Shell.DEAF);
                line.add(programs + command.get(0));
                line.addAll(command.subList(1, command.size()));
                ProcessBuilder builder =
                        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
                builder.environment().putAll(additions);
                return run(builder.start(), out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            return new Answer(-1, "", SlurmWords.printable(String.valueOf(e.getMessage())));
        }
    }

    private static Answer run(Process process, Path out, Path err) throws IOException, InterruptedException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return new Answer(-1, "", "no answer within " + LIMIT_SECONDS + " s");
            }
            return new Answer(process.exitValue(), read(out), SlurmWords.printable(read(err)));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
