package dev.sluice.cli.submaster;

import dev.sluice.cli.option.FileOptions;
import dev.sluice.cli.option.ListenAddress;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.WorkerJarOptions;
import dev.sluice.insight.history.UserCache;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.local.LocalLauncher;
import dev.sluice.master.RunEnd;
import dev.sluice.master.submaster.SubMasterAddresses;
import dev.sluice.master.submaster.SubMasterIdentity;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.transport.Listening;
import dev.sluice.net.transport.Transport;
import dev.sluice.net.transport.TransportChoice;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
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
        description = "It joins like a worker, and accepts workers or further sub-masters. "
                + "Setup data crosses the link to the master once, and results are sent together.",
        exitCodeList = {
            "0:the run ended, or this sub-master was asked to leave and delivered everything",
            "2:usage error, or an unusable run file",
            "3:the master cannot be reached, refused, or was lost",
            "4:out of disk",
            "5:internal error in Sluice"
        })
final class SubMasterCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUNFILE", description = "run file that the master wrote; - reads standard input")
    private String runFile = "-";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "address to accept workers on (default: all addresses of this machine and any port)")
    private @Nullable String listen;

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            description =
                    "how its workers connect: UNIX (a socket of this machine), TCP, or AUTO: by the socket on this "
                            + "machine, by TCP elsewhere (default: AUTO)")
    private TransportChoice transport = TransportChoice.AUTO;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            required = true,
            description = "file to write with what its workers need to join")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path workersFile;

    @Option(names = "--name", paramLabel = "NAME", description = "name of this sub-master (default: the host name)")
    private @Nullable String name;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "directory for application jars and files (default: the user's cache directory)")
    private @Nullable Path cache;

    @Option(
            names = "--file-cache-size",
            paramLabel = "SIZE",
            description = "bound of this host's cache of files, such as 50G (default: as the run says, mostly 10G)")
    private @Nullable String fileCacheSize;

    @Option(
            names = "--standby",
            paramLabel = "RUNFILE",
            description =
                    "run file of another sub-master, which takes over the workers if this one is lost; repeatable "
                            + "(default: they join the master)")
    private List<Path> standbys = List.of();

    @Option(
            names = "--reconnect-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "how long to retry a lost master (default: ${DEFAULT-VALUE})")
    private long reconnectSeconds = 60;

    @Mixin
    private final OwnSlots ownSlots = new OwnSlots();

    @Option(names = "--announce", description = "print 'sluice: joined' on standard output after joining the run")
    private boolean announce;

    @Option(names = "--tied", description = "exit when both standard input is closed and the master is lost")
    private boolean tied;

    @Option(names = "--quiet", description = "print errors only")
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
        RunFile run = TransportChoice.AUTO.of(
                runFile.equals("-")
                        ? RunFile.parse(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        : RunFile.read(Path.of(runFile)));
        Listening.Terms terms = listening();
        PrivateFiles.prepare(workersFile);
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
            RunEnd end = life.run(terms, workersFile);
            if (end.outcome() == RunEnd.Outcome.FAILED) {
                throw new SluiceException(end.code(), end.text());
            }
            return 0;
        }
    }

    private Listening.Terms listening() {
        if (transport == TransportChoice.UNIX && listen != null) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--transport: UNIX, with --listen (expected: only one of the two)");
        }
        Path socket = workersFile.toAbsolutePath().resolveSibling(workersFile.getFileName() + ".sock");
        return new Listening.Terms(transport, true, ListenAddress.of(listen, true), socket);
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
            return new JarCache(
                    directory, new FileStore.Terms(FileOptions.bytes("--file-cache-size", fileCacheSize), false));
        } catch (IOException e) {
            throw new SluiceException(
                    FileTrouble.ofWriting(e),
                    "--cache: " + directory + ": " + FileTrouble.said(e) + " (expected: a writable directory)");
        }
    }

    /** Slots of a sub-master's own: a worker on its machine that joins it like any other, and ends with it. */
    private static final class OwnSlots {
        private static final int MOST_SLOTS = 1024;

        @Option(
                names = "--slots",
                paramLabel = "N",
                description = "units that a worker on this machine computes at the same time (default: no such worker)")
        private int slots;

        @Mixin
        private final WorkerJarOptions program = new WorkerJarOptions();

        @Option(
                names = "--logs",
                paramLabel = "DIR",
                description = "directory for the output of that worker (default: that of --run-file)")
        private @Nullable Path logs;

        /**
         * Returns the launcher of the worker; empty without slots.
         *
         * @param name what it calls its host
         * @param runFile of the sub-master for its workers
         */
        List<Launcher> launchers(String name, Path runFile) {
            if (OptionRange.between("--slots", slots, 0, MOST_SLOTS) == 0) {
                return List.of();
            }
            Path directory = logs == null ? runFile.resolveSibling("") : logs;
            return List.of(new LocalLauncher(new LocalLauncher.Config(
                    WorkerJar.find(program.jar),
                    1,
                    slots,
                    program.javaOptions,
                    UserCache.directoryIfAny("classes"),
                    directory,
                    name)));
        }
    }
}
