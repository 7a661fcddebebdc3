package dev.sluice.cli.steer;

import dev.sluice.cli.option.WorkerJarOptions;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.ssh.SshLauncher;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.runfile.RunFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a sub-master for a running run, and moves workers below it. */
@Command(
        name = "split",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice tree split [OPTIONS] [RUN] WORKER... --at HOST",
        description = "It uses ssh, and moves workers as 'sluice workers move' does. "
                + "If a sub-master is there already, only the workers move.",
        exitCodeList = {
            "0:the workers were told to move",
            "2:usage error, no such worker, no such run, or the run has ended",
            "3:the master or the host cannot be reached",
            "4:the host has no Java",
            "5:internal error in Sluice"
        })
final class SplitCommand implements Callable<Integer> {
    /** How long the master waits for the place of a sub-master that has joined. */
    private static final long MOST_SECONDS = 30;

    private static final long LOOK_MILLIS = 100;

    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3), or a host with all its workers; optionally after the directory of the run "
                    + "(default: the newest run in sluice-runs)")
    private List<String> names = List.of();

    @Option(
            names = "--at",
            paramLabel = "HOST",
            required = true,
            description = "host of the sub-master; same syntax as a line of the hosts file (docs/hosts.md)")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String at;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "command to log in to the host, such as 'ssh -F FILE' (default: ${DEFAULT-VALUE})")
    private String ssh = "ssh";

    @Mixin
    private final WorkerJarOptions program = new WorkerJarOptions();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SplitCommand() {}

    @Override
    public Integer call() throws Exception {
        SteerTarget target = SteerTarget.of(names);
        HostSpec host = HostFile.line("--at", at).get(0);
        SteerWorkers order = SteerWorkers.move(target.workers(), host.name());
        PrintWriter out = spec.commandLine().getOut();
        SteerAnswer answer = target.ask(order);
        if (!answer.refused().isEmpty()) {
            int code = start(target, host, out);
            if (code != 0) {
                return code;
            }
            answer = await(target, order);
        }
        WorkerNames.moved(target, host.name(), target.carriedOut(answer)).forEach(out::println);
        return 0;
    }

    /** Asks until the sub-master listens. */
    private static SteerAnswer await(SteerTarget target, SteerWorkers order) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        SteerAnswer answer = target.ask(order);
        while (!answer.refused().isEmpty() && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            answer = target.ask(order);
        }
        return answer;
    }

    private int start(SteerTarget target, HostSpec host, PrintWriter out) throws Exception {
        Path run = target.named() == null ? RunDirectory.newest() : target.named();
        if (!Files.isDirectory(run)) {
            throw new SluiceException(ErrorCode.USAGE, "run: " + run + " (expected: the directory of a run)");
        }
        RunFile runFile = RunFile.read(RunDirectory.workerFile(run)).overNetwork();
        HostTree alone =
                new HostTree(null, List.of(), List.of(new HostTree.SubMaster(host.name(), 0, List.of())), null);
        SshLauncher launcher = new SshLauncher(new SshLauncher.Config(
                List.of(host),
                ssh,
                WorkerJar.find(program.jar),
                program.javaOptions,
                runFile.run(),
                Files.createDirectories(RunDirectory.logs(run)),
                true,
                true,
                alone));
        return new LateLaunch(1, false, out, spec.commandLine().getErr()).start(launcher, runFile);
    }
}
