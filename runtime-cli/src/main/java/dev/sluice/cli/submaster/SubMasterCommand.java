package dev.sluice.cli.submaster;

import dev.sluice.cli.option.ListenAddress;
import dev.sluice.master.RunEnd;
import dev.sluice.master.submaster.SubMasterAddresses;
import dev.sluice.master.submaster.SubMasterIdentity;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Joins a run and stands in it for workers of its own. */
@Command(
        name = "submaster",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice submaster [OPTIONS] RUNFILE",
        description =
                "Joins the run that RUNFILE names as a worker does, and lets workers join it, or further sub-masters:"
                        + " what they need crosses the way to the master once, and their results go there together.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the run is over, or it was asked to leave and has delivered everything",
            "2:wrong use, or an unusable run file",
            "3:the master cannot be reached, refuses, or was lost",
            "4:no disk",
            "5:a defect in Sluice"
        })
public final class SubMasterCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "RUNFILE",
            description = "the run file that the master wrote; - reads it from standard input")
    private String runFile = "-";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "where workers find it (default: any port of all addresses of this machine)")
    private @Nullable String listen;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            required = true,
            description = "where to write what its workers need to join")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path workersFile;

    @Option(names = "--name", paramLabel = "NAME", description = "how it calls itself (default: the host's name)")
    private @Nullable String name;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "where application jars are kept (default: the user's cache directory)")
    private @Nullable Path cache;

    @Option(
            names = "--standby",
            paramLabel = "RUNFILE",
            description = "a run file of another sub-master of the run, to which its workers go when this one is lost;"
                    + " may be repeated (default: to its master)")
    private List<Path> standbys = List.of();

    @Option(
            names = "--reconnect-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "how long a lost master is looked for (default: ${DEFAULT-VALUE})")
    private long reconnectSeconds = 60;

    @Mixin
    private final OwnSlots ownSlots = new OwnSlots();

    @Option(names = "--announce", description = "say 'sluice: joined' on standard output when the run has it")
    private boolean announce;

    @Option(
            names = "--tied",
            description = "whoever starts it keeps its standard input open behind the run file: when that ends and the"
                    + " master is lost as well, it is over")
    private boolean tied;

    @Option(names = "--quiet", description = "say nothing but errors")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SubMasterCommand() {}

    @Override
    public Integer call() throws Exception {
        if (tied && !runFile.equals("-")) {
            throw new SluiceException(ErrorCode.USAGE, "--tied: RUNFILE " + runFile + " (expected: -, standard input)");
        }
        RunFile run = runFile.equals("-")
                ? RunFile.parse(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : RunFile.read(Path.of(runFile));
        InetSocketAddress address = ListenAddress.of(listen, true);
        String host = name == null ? ThisHost.name() : name;
        SubMasterIdentity identity =
                new SubMasterIdentity(host, new SecureRandom().nextLong(), System.nanoTime(), openCache());
        SubMasterAddresses places =
                new SubMasterAddresses(run, refuges(run), TimeUnit.SECONDS.toNanos(Math.max(0, reconnectSeconds)));
        PrintWriter err = spec.commandLine().getErr();
        try (Transport transport = Transport.open("submaster", 1)) {
            SubMasterRun life = new SubMasterRun(
                    transport, places, identity, ownSlots.launchers(host, workersFile), line -> say(err, line));
            if (announce) {
                life.joined().thenRun(this::announce);
            }
            if (tied) {
                watchInput(life);
            }
            RunEnd end = life.run(address, workersFile);
            if (end.outcome() == RunEnd.Outcome.FAILED) {
                throw new SluiceException(end.code(), end.text());
            }
            return 0;
        }
    }

    private List<Refuge> refuges(RunFile run) {
        List<Refuge> refuges = new ArrayList<>();
        for (Path standby : standbys) {
            RunFile file = RunFile.read(standby);
            if (!file.run().equals(run.run()) || file.role() != Role.WORKER) {
                throw new SluiceException(
                        ErrorCode.RUN_MISMATCH,
                        "--standby: " + standby + " is of run " + file.run() + " (expected: a worker's, of " + run.run()
                                + ")");
            }
            refuges.add(Refuge.of(file));
        }
        return refuges;
    }

    private void announce() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("sluice: joined");
        out.flush();
    }

    private static void watchInput(SubMasterRun life) {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // as good as its end
                    }
                    life.letGo();
                },
                "submaster-tie");
        thread.setDaemon(true);
        thread.start();
    }

    private void say(PrintWriter err, String line) {
        if (!quiet) {
            err.println(line);
            err.flush();
        }
    }

    private JarCache openCache() {
        Path directory = cache == null ? JarCache.userDirectory() : cache;
        try {
            return new JarCache(directory);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.DISK_FULL,
                    "--cache: " + directory + ": " + e + " (expected: a directory that can be written)");
        }
    }
}
