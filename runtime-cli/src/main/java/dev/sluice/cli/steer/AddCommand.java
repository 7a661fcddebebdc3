package dev.sluice.cli.steer;

import dev.sluice.cli.launch.HostTroubles;
import dev.sluice.cli.option.HostOptions;
import dev.sluice.cli.option.SlurmJob;
import dev.sluice.cli.option.SlurmOptions;
import dev.sluice.cli.option.TreeOptions;
import dev.sluice.cli.option.WorkerJarOptions;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.json.JsonTree;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.slurm.SlurmLauncher;
import dev.sluice.launch.ssh.RemoteWorkers;
import dev.sluice.launch.ssh.SshLauncher;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.RunFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Adds workers of other hosts to a run that goes on, and looks after those. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = "Starts one worker on each host. The workers keep running after "
                + "this command has ended, until the run ends or they are stopped.",
        exitCodeList = {
            "0:at least one worker joined, the hosts answered, or Slurm accepted the job",
            "2:usage error, no such run, or the run has ended",
            "3:network or security error: all hosts failed for the same reason",
            "4:no usable host, or no host with Java",
            "5:internal error in Sluice"
        })
final class AddCommand implements Callable<Integer> {
    private static final int GRACE_SECONDS = 10;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            description = "the run: its directory, its run file for workers, or, except for starting workers, its "
                    + "name (default: the newest run in sluice-runs)")
    private @Nullable String run;

    @Mixin
    private HostOptions hosts;

    @Mixin
    private SlurmOptions slurm;

    @Mixin
    private TreeOptions tree;

    @Mixin
    private Instead choice;

    private @Nullable Instead instead;

    /** Actions other than starting workers; at most one is allowed. */
    static final class Instead {
        @Option(names = "--print", description = "start nothing; print the commands to run by hand")
        boolean print;

        @Option(names = "--status", description = "list the workers of the run on the hosts")
        boolean status;

        @Option(names = "--stop", description = "stop the workers; they finish running units, for at most 10 s")
        boolean stop;

        @Option(names = "--logs", description = "copy the workers' logs into the logs directory of the run")
        boolean logs;

        /** Itself, when something was chosen. */
        @Nullable
        Instead chosen() {
            long count =
                    Stream.of(print, status, stop, logs).filter(each -> each).count();
            if (count > 1) {
                throw new SluiceException(
                        ErrorCode.USAGE, count + " of --print, --status, --stop and --logs (expected: one of them)");
            }
            return count == 0 ? null : this;
        }
    }

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units that each worker computes at the same time (default: as in the hosts file, or all "
                    + "cores)")
    private @Nullable Integer slots;

    @Mixin
    private WorkerJarOptions program;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    AddCommand() {}

    @Override
    public Integer call() throws Exception {
        Instead other = choice.chosen();
        instead = other;
        Path jar = WorkerJar.find(program.jar);
        SlurmJob job = slurm.job();
        if (other != null && other.print && !hosts.asked() && job == null && !tree.isTold()) {
            say(Launcher.line(
                    List.of("java", "-jar", jar.toString(), "join", workerFile().toString())));
            return 0;
        }
        if (job != null) {
            return addBySlurm(job, jar, other != null && other.print);
        }
        if (tree.isPlanned()) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--tree: AUTO (expected: a FILE; a running run cannot be planned)");
        }
        List<HostSpec> told = hosts.all(slots);
        HostTree shape = tree.read(told);
        List<HostSpec> all = tree.hosts(shape, told, slots);
        if (all.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "hosts: none (expected: --hosts FILE, --host NAME, --tree FILE, --slurm N, or --print)");
        }
        if (other != null && !other.print) {
            return look(other, new RemoteWorkers(all, hosts.ssh));
        }
        Path file = workerFile();
        RunFile runFile = RunFile.read(file).overNetwork();
        SshLauncher launcher = new SshLauncher(new SshLauncher.Config(
                all,
                hosts.ssh,
                jar,
                program.javaOptions,
                runFile.run(),
                Files.createDirectories(logs()),
                true,
                true,
                shape));
        if (other != null) {
            launcher.byHand(file).forEach(this::say);
            return 0;
        }
        return start(all.size(), launcher, runFile);
    }

    private int start(int hosts, Launcher launcher, RunFile runFile) throws InterruptedException {
        return new LateLaunch(
                        hosts,
                        json,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .start(launcher, runFile);
    }

    private int addBySlurm(SlurmJob job, Path jar, boolean print) throws Exception {
        if (hosts.asked() || (instead != null && !print)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--slurm: with other hosts, or --status, --stop or --logs (expected: alone or with --print; Slurm's own"
                            + " squeue and scancel look after its jobs)");
        }
        Path file = workerFile().toAbsolutePath();
        RunFile runFile = RunFile.read(file).overNetwork();
        Path directory = Files.createDirectories(logs()).resolve("..");
        Launcher launcher = SlurmLauncher.late(
                job.terms(runFile.run(), directory, slots == null ? 0 : slots, jar, program.javaOptions), file);
        if (print) {
            launcher.byHand(file).forEach(this::say);
            return 0;
        }
        return start(1, launcher, runFile);
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }

    private int look(Instead what, RemoteWorkers workers) throws Exception {
        List<RemoteWorkers.Answer> answers;
        if (what.status) {
            answers = workers.status(run == null ? null : runId());
        } else if (what.stop) {
            answers = workers.stop(runId(), GRACE_SECONDS);
        } else {
            answers = workers.logs(runId(), Files.createDirectories(logs()));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(LaunchJson.of(answers));
        } else {
            for (RemoteWorkers.Answer answer : answers) {
                answer.lines().forEach(line -> out.println(answer.host().name() + ": " + line));
                if (answer.trouble() != null) {
                    out.println(answer.host().name() + ": " + HostTroubles.text(answer.trouble()));
                } else if (answer.lines().isEmpty()) {
                    out.println(answer.host().name() + ": no worker");
                }
            }
        }
        return LateLaunch.exitCode(
                answers.stream().map(RemoteWorkers.Answer::trouble).toList());
    }

    // ---- the run

    private Path told() throws Exception {
        return run == null ? RunDirectory.newest() : Path.of(run);
    }

    private Path workerFile() throws Exception {
        Path told = told();
        return Files.isRegularFile(told) ? told : RunDirectory.workerFile(told);
    }

    private RunId runId() throws Exception {
        Path told = told();
        try {
            return Files.exists(told) ? idOf(told) : new RunId(told.toString());
        } catch (IllegalArgumentException e) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "run: " + told + " (expected: the directory of a run, its run file, or its name)",
                    e);
        }
    }

    /** In the run's directory, or in the one of its name where only its run file is known. */
    private Path logs() throws Exception {
        Path told = told();
        return Files.isDirectory(told) ? RunDirectory.logs(told) : new RunDirectory(null, runId()).logs();
    }

    /** The name of a run, by its directory or one of its run files. */
    private static RunId idOf(Path run) {
        if (Files.isRegularFile(run)) {
            return RunFile.read(run).run();
        }
        Path file = RunDirectory.operatorFile(run);
        if (Files.exists(file)) {
            return RunFile.read(file).run();
        }
        Path report = run.resolve("run.json");
        if (Files.exists(report)) {
            return new RunId(JsonTree.read(report).at("run").text());
        }
        return new RunId(run.toAbsolutePath().normalize().getFileName().toString());
    }
}
