package dev.sluice.worker.command;

import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.guard.LoopFailure;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.ResourceOption;
import dev.sluice.net.rules.WorkerExits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.session.Loop;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import dev.sluice.net.transport.TransportChoice;
import dev.sluice.worker.Ending;
import dev.sluice.worker.ExitWatch;
import dev.sluice.worker.HostCapacity;
import dev.sluice.worker.Identity;
import dev.sluice.worker.LeftProcesses;
import dev.sluice.worker.WorkerConfig;
import dev.sluice.worker.WorkerExit;
import dev.sluice.worker.WorkerLoop;
import dev.sluice.worker.agent.Agent;
import dev.sluice.worker.output.WorkerOutput;
import dev.sluice.worker.slot.OwnThreads;
import dev.sluice.worker.unit.WorkerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code join}: one worker, from its run file to its exit code. */
@Command(
        name = "join",
        description = "Joins a run and computes units until it ends. On SIGTERM or SIGINT, finishes running "
                + "units, hands back the rest and exits. With the file of a pool, serves the pool: starts workers "
                + "for its runs on this host.",
        mixinStandardHelpOptions = true,
        versionProvider = WorkerVersion.class,
        showDefaultValues = true)
final class JoinCommand implements Callable<Integer> {
    private static final String SEAT = "seat ";

    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,11})([KMGT]?)");

    private static final long LAST_CALL_SECONDS = 5;

    /** The JVM property for workers that a run starts. */
    private static final String OUTPUT_PROPERTY = "sluice.output-limit";

    @Parameters(
            index = "0",
            paramLabel = "RUNFILE",
            description = "run file that the master wrote; - reads standard input")
    private String runFile = "-";

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units computed at the same time; all cores if not given")
    private @Nullable Integer slots;

    @Option(
            names = "--gpus",
            paramLabel = "GPUS",
            description = "graphics processors that units may use: a number, or ids such as 0,2; those of"
                    + " CUDA_VISIBLE_DEVICES, or all that the driver shows, if not given")
    private @Nullable String gpus;

    @Option(
            names = "--resource",
            paramLabel = "NAME=N",
            description = "amount of a resource that this host offers to units, such as scratch=1 or memory=32G; a name"
                    + " alone is a label; may be repeated")
    private List<String> resources = List.of();

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "directory for application jars and files; the user's cache directory if not given")
    private @Nullable Path cache;

    @Option(
            names = "--file-cache-size",
            paramLabel = "SIZE",
            description = "bound of this host's cache of files, such as 50G; as the run says, mostly 10G, if not given")
    private @Nullable String fileCacheSize;

    @Option(
            names = "--copy-files",
            description = "copy the files of the run also from a master on this machine, because they may change")
    private boolean copyFiles;

    @Option(names = "--log", paramLabel = "FILE", description = "file for log lines; standard error if not given")
    private @Nullable Path log;

    @Option(
            names = "--output-limit",
            paramLabel = "SIZE",
            description =
                    "bytes that the worker's log keeps of what units print, such as 1G; a quarter of them at once,"
                            + " then 1/64 a second; the property sluice.output-limit, or 64M, if not given")
    private @Nullable String outputLimit;

    @Option(names = "--name", paramLabel = "NAME", description = "name of this worker; the host name if not given")
    private @Nullable String name;

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            description =
                    "how to connect: UNIX (the master's socket on this machine), TCP, or AUTO: by the socket if it "
                            + "can be reached (default: AUTO)")
    private TransportChoice transport = TransportChoice.AUTO;

    @Option(
            names = "--wait",
            description = "wait until the run file is there and whole, instead of ending at once; a file that is "
                    + "being copied gets 10 seconds after its last change")
    private boolean waits;

    @Option(
            names = "--reconnect-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "how long to retry a lost master")
    private long reconnectSeconds = 60;

    @Option(
            names = "--announce",
            description = "print 'sluice: joined WORKER' on standard output after joining the run")
    private boolean announce;

    @Option(
            names = "--tied",
            description = "once standard input is closed, retry a lost master for 5 seconds only, "
                    + "or for the run's --orphan-time; ignore SIGHUP")
    private boolean tied;

    @Option(
            names = "--seat",
            description = "read a line 'seat SLOTS' before the run file on standard input, and drain when standard "
                    + "input ends; the agent of a pool starts workers in this way")
    private boolean seat;

    @Override
    public Integer call() throws Exception {
        Logging.configure(log, WorkerOutput.lines());
        WorkerOutput output = WorkerOutput.open(outputBytes(), System::nanoTime);
        JarCache jars = checked();
        Transport network = Transport.open("worker", 1);
        if (transport == TransportChoice.TCP) {
            network.prepare(); // while the run file is waited for; by the socket there is no TLS
        }
        try {
            RunFile run = transport.of(readRunFile());
            return run.role() == Role.AGENT
                    ? new AgentJoin(network, agentTerms(run), cache()).call(announce)
                    : join(network, configuration(run), jars, output);
        } finally {
            network.close();
        }
    }

    private int join(Transport network, WorkerConfig config, JarCache jars, WorkerOutput output) throws Exception {
        Identity identity = new Identity(
                ProcessHandle.current().pid(),
                ThisHost.name(),
                new SecureRandom().nextLong(),
                Build.version(),
                System.nanoTime(),
                jars);
        WorkerLoop worker = new WorkerLoop(
                new OwnThreads(network.loop()),
                (place, address, listener) -> network.dial(address, ClientConfig.of(place), listener),
                config,
                identity,
                new java.util.SplittableRandom());
        worker.meetOthers(network);
        if (announce) {
            worker.joined().thenAccept(id -> {
                WorkerOutput.answers().println("sluice: joined " + id);
                WorkerOutput.answers().flush();
            });
        }
        if (seat) {
            watchInput(() -> worker.drain("its agent wants the slots back, or is gone"));
        } else if (tied) {
            watchInput(worker::letGo);
            DrainSignals.ignoreHangup();
        }
        ExitWatch watch = ExitWatch.install(worker);
        DrainSignals.install(worker::drain);
        Ending ending;
        try (LoopGuard guard =
                LoopGuard.watch(network.loop(), new WorkerGuard(network.loop(), worker), LoopGuard.PATIENCE_NANOS)) {
            worker.start();
            ending = await(worker);
        }
        WorkerExit.leave(worker, JoinCommand::reportFinish);
        LeftProcesses.end();
        watch.disarm();
        network.close();
        lastCall(ending);
        output.end();
        return Report.ending(ending);
    }

    /** Waits for the end, even if a unit interrupts all threads of this process. */
    private static Ending await(WorkerLoop worker) throws ExecutionException {
        while (true) {
            try {
                return worker.ending().get();
            } catch (InterruptedException byAUnit) {
                // the worker goes on
            }
        }
    }

    private static void reportFinish(String what) {
        WorkerOutput.lines().println("sluice-worker: " + ErrorCode.APPLICATION_FAILED + " application: " + what);
    }

    /** Halts the process if it has not ended soon: shutdown hooks of the application must not block its end. */
    private static void lastCall(Ending ending) {
        Thread thread = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(LAST_CALL_SECONDS);
                    } catch (InterruptedException e) {
                        return;
                    }
                    Runtime.getRuntime().halt(WorkerExits.of(ending.code()));
                },
                "worker-last-call");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError refused) {
            // the system has no thread for it, nor for the hooks that it would watch
        }
    }

    /** Checks the options and opens the cache, before the run file is waited for. */
    private JarCache checked() {
        if (tied && !runFile.equals("-")) {
            throw new WorkerException(ErrorCode.USAGE, "--tied: RUNFILE " + runFile + " (expected: -, standard input)");
        }
        if (seat && (tied || slots != null || !runFile.equals("-"))) {
            throw new WorkerException(
                    ErrorCode.USAGE, "--seat: with --tied, --slots or a file (expected: a seat on standard input)");
        }
        if (waits && runFile.equals("-")) {
            throw new WorkerException(ErrorCode.USAGE, "--wait: RUNFILE - (expected: a file that is waited for)");
        }
        try {
            WorkerConfig.check(slots(), reconnectNanos());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new WorkerException(ErrorCode.USAGE, String.valueOf(e.getMessage()), e);
        }
        return open(cache(), new FileStore.Terms(cacheBytes("--file-cache-size", fileCacheSize), copyFiles));
    }

    private Agent.Terms agentTerms(RunFile pool) {
        return new Agent.Terms(
                pool,
                name == null ? ThisHost.name() : name,
                slots(),
                AgentJoin.memoryBytes(),
                ProcessHandle.current().pid(),
                new SecureRandom().nextLong(),
                Math.max(reconnectNanos(), AgentJoin.PATIENCE_NANOS));
    }

    private WorkerConfig configuration(RunFile run) {
        try {
            return new WorkerConfig(
                    run,
                    name == null ? ThisHost.name() : name,
                    slots(run.needs()),
                    cache(),
                    reconnectNanos(),
                    HostCapacity.here(gpus).offer(ResourceOption.parse(resources)));
        } catch (IllegalArgumentException e) {
            throw new WorkerException(ErrorCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private int slots() {
        return slots == null ? Runtime.getRuntime().availableProcessors() : slots;
    }

    /** The number of slots for which units have room here, at most those that were told. */
    private int slots(UnitNeeds each) {
        if (each.equals(UnitNeeds.NONE)) {
            return slots();
        }
        HostCapacity host = HostCapacity.here(gpus);
        host.show();
        return host.slots(each, slots(), 1);
    }

    private long outputBytes() {
        long bytes = outputLimit == null
                ? cacheBytes("-D" + OUTPUT_PROPERTY, System.getProperty(OUTPUT_PROPERTY))
                : cacheBytes("--output-limit", outputLimit);
        return bytes == 0 ? WorkerOutput.MOST_BYTES : bytes;
    }

    private Path cache() {
        return cache == null ? JarCache.userDirectory() : cache;
    }

    private long reconnectNanos() {
        return Duration.ofSeconds(reconnectSeconds).toNanos();
    }

    private RunFile readRunFile() throws IOException {
        if (runFile.equals("-")) {
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            if (seat) {
                slots = seatSlots(input.readLine());
            }
            return RunFile.parse(input);
        }
        Path path = Path.of(runFile);
        if (!waits) {
            return RunFile.read(path);
        }
        try {
            return new AwaitedRunFile(
                            path,
                            System::nanoTime,
                            TimeUnit.MILLISECONDS::sleep,
                            line -> System.err.println("sluice-worker: " + line))
                    .read();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RunFile.read(path);
        }
    }

    private static JarCache open(Path directory, FileStore.Terms terms) {
        try {
            return new JarCache(directory, terms);
        } catch (IOException e) {
            throw new WorkerException(
                    FileTrouble.ofWriting(e),
                    "--cache: " + directory + ": " + FileTrouble.said(e)
                            + " (expected: a directory that can be written)",
                    e);
        }
    }

    /** Ends a worker whose loop has failed: it tells the master why, and its units go to others. */
    private record WorkerGuard(Loop loop, WorkerLoop worker) implements LoopGuard.Guarded {
        @Override
        public void end(LoopFailure why) {
            loop.execute(() -> worker.fail(new WorkerException(why.code(), why.text())));
        }

        @Override
        public CompletableFuture<Ending> ended() {
            return worker.ending();
        }

        @Override
        public void lastResort(LoopFailure why) {
            try {
                Report.error(why.code(), why.text());
            } finally {
                Runtime.getRuntime().halt(WorkerExits.of(why.code()));
            }
        }
    }

    /** Returns 0 if it is not told [bytes]. */
    private static long cacheBytes(String option, @Nullable String told) {
        if (told == null) {
            return 0;
        }
        Matcher size = SIZE.matcher(told);
        if (!size.matches()) {
            throw new WorkerException(
                    ErrorCode.USAGE, option + ": " + told + " (expected: a size such as 500M or 10G)");
        }
        int unit = "KMGT".indexOf(size.group(2).isEmpty() ? '-' : size.group(2).charAt(0)) + 1;
        return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << 10 * unit);
    }

    /** Waits on a thread of its own, and runs {@code then}. Units have nothing to read from standard input. */
    private static void watchInput(Runnable then) {
        InputStream launcher = System.in;
        System.setIn(InputStream.nullInputStream());
        Thread thread = new Thread(
                () -> {
                    try {
                        launcher.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // a broken pipe also means that the launcher is gone
                    }
                    then.run();
                },
                "worker-tie");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The slots in the line {@code seat SLOTS}, with which an agent gives a process its seat.
     *
     * @param line null at the end of the input, which ends a process that was started ahead and not needed
     * @throws WorkerException USAGE for any other line
     */
    private static int seatSlots(@Nullable String line) {
        String number = line != null && line.startsWith(SEAT) ? line.substring(SEAT.length()) : "";
        if (!number.matches("[1-9][0-9]{0,3}")) {
            throw new WorkerException(
                    ErrorCode.USAGE,
                    "--seat: standard input " + (line == null ? "ended" : "begins with another line")
                            + " (expected: 'seat SLOTS', then a run file)");
        }
        return Integer.parseInt(number);
    }
}
