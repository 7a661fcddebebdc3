package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetOptions;
import dev.sluice.cli.fleet.FleetRequest;
import dev.sluice.cli.fleet.FleetSystems;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.PoolAddress;
import dev.sluice.cli.option.PoolDirectoryOptions;
import dev.sluice.cli.process.OwnCommand;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.SavedIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the process of a pool, which goes on after the user has logged out. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = "The pool goes on "
                + "after you log out. Without hosts, a pool that was there before gets those it had.",
        exitCodeList = {
            "0:the pool runs",
            "2:usage error",
            "3:cannot listen",
            "4:a pool is running there already, or it ended at once",
            "5:internal error in Sluice"
        })
final class PoolStartCommand implements Callable<Integer> {
    static final String METRICS =
            "serve metrics for Prometheus there; the token is in private/metrics.token of the pool and stays the same";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_MILLIS = 50;
    private static final Set<String> OWN = Set.of("--pool-dir", "--listen", "--metrics", "--dry-run");

    /** Starts a command that no hang-up and no signal of the terminal reaches. */
    private static final String DETACH =
            "if command -v setsid >/dev/null 2>&1; then exec setsid \"$@\"; else exec nohup \"$@\"; fi";

    @Mixin
    private PoolDirectoryOptions pool;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "address for agents of other hosts, also those that join by themselves with private/agent.run "
                            + "(default: with other hosts, all addresses)")
    private @Nullable String listen;

    @Option(names = "--metrics", paramLabel = "HOST:PORT", description = METRICS)
    private @Nullable String metrics;

    @Option(
            names = "--dry-run",
            description = "with a fleet: print the script and the commands of a task, and start nothing")
    private boolean dryRun;

    @Mixin
    private WorkerOptions hosts;

    @Mixin
    private FleetOptions fleet;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolStartCommand() {}

    @Override
    public Integer call() throws Exception {
        // Wrong options are refused here, where the user sees it.
        WorkersToStart concluded = PoolHostOptions.onePerHost(hosts.workersBesideFleet(fleet.agentsBeside(1)));
        FleetRequest wanted = fleet.request(hosts.fleet(), hosts.slurmWords(), concluded);
        PoolPlace place = new PoolPlace(pool.directory());
        if (dryRun) {
            show(wanted, place);
            return 0;
        }
        place.create();
        long logged = Files.exists(place.log()) ? Files.size(place.log()) : 0;
        Process process = new ProcessBuilder(command(place))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(place.log().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(place.log().toFile()))
                .start();
        long untilNanos = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() - untilNanos < 0) {
            if (!process.isAlive()) {
                spec.commandLine().getErr().print(said(place.log(), logged));
                spec.commandLine().getErr().flush();
                return process.exitValue() == 0 ? ErrorCode.INTERNAL.exitCode() : process.exitValue();
            }
            if (Files.exists(place.clientFile(Role.ADMIN)) && answers(place)) {
                spec.commandLine()
                        .getOut()
                        .println("the pool runs (process " + process.pid() + "); its log: " + place.log());
                spec.commandLine().getOut().flush();
                return 0;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        throw new SluiceException(
                ErrorCode.NO_POOL, "pool: process " + process.pid() + " does not answer; its log: " + place.log());
    }

    private void show(@Nullable FleetRequest wanted, PoolPlace place) {
        if (wanted == null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--dry-run: without a fleet (expected: --slurm min=A,max=B or --launcher SCRIPT with it)");
        }
        RunId id = Files.exists(place.identity())
                ? SavedIdentity.read(place.identity()).run()
                : RunDirectory.newId(Path.of("pool"));
        FleetSystems.of(wanted, place.fleetSite(id), line -> {})
                .dryRun(1)
                .forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
    }

    private static boolean answers(PoolPlace place) throws InterruptedException {
        try {
            PoolAnswer answer =
                    PoolCall.ask(new PoolAddress(place.directory(), Role.ADMIN), PoolRequest.Verb.STATUS, List.of());
            return answer.code() == ErrorCode.NONE;
        } catch (SluiceException notYet) {
            return false;
        }
    }

    private List<String> command(PoolPlace place) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", DETACH, "sh"));
        command.addAll(OwnCommand.words());
        command.addAll(List.of("pool", "serve", "--pool-dir", place.directory().toString()));
        if (listen != null) {
            command.addAll(List.of("--listen", listen));
        }
        if (metrics != null) {
            command.addAll(List.of("--metrics", metrics));
        }
        command.add("--");
        command.addAll(hostWords());
        return command;
    }

    /**
     * The options about hosts as they were typed; files by absolute paths, because the pool may be started elsewhere.
     */
    private List<String> hostWords() {
        List<String> words = new ArrayList<>();
        for (ArgSpec matched : spec.commandLine().getParseResult().matchedArgs()) {
            if (matched instanceof OptionSpec option && !OWN.contains(option.longestName())) {
                for (String value : option.originalStringValues()) {
                    words.add(option.longestName());
                    if (option.arity().max() > 0) {
                        boolean file = option.type() == Path.class || option.auxiliaryTypes()[0] == Path.class;
                        words.add(file ? Path.of(value).toAbsolutePath().toString() : value);
                    }
                }
            }
        }
        return words;
    }

    private static String said(Path log, long from) throws IOException {
        byte[] all = Files.readAllBytes(log);
        int start = (int) Math.min(from, all.length);
        return new String(all, start, all.length - start, java.nio.charset.StandardCharsets.UTF_8);
    }
}
