package dev.sluice.cli.discover;

import dev.sluice.cli.option.TypedCommand;
import dev.sluice.cli.process.Signals;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.discover.DiscoveryListener;
import dev.sluice.insight.discover.DiscoveryMaster;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.RunFileGuard;
import dev.sluice.launch.WorkerJar;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Machine;
import dev.sluice.model.topology.Probe;
import dev.sluice.model.topology.Topology;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.transport.ReachableAddresses;
import dev.sluice.net.transport.Transport;
import dev.sluice.view.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One discovery, from its socket to its view. Used once, by one thread; callbacks come on the transport's loop. */
final class DiscoverRun implements DiscoveryListener {
    private static final long END_MILLIS = 5_000;

    private final DiscoverRequest request;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Clock clock;
    private final RunId id = RunDirectory.newId(Path.of("discover"));
    private final RunDirectory directory;
    private final DiscoverCrew crew;
    private volatile @Nullable DiscoveryMaster master;
    private volatile int interrupted;

    /** On the loop, as the two below it. */
    private @Nullable DiscoveryPlan plan;

    private int shownTests;
    private double expectedSeconds;

    DiscoverRun(DiscoverRequest request, PrintWriter out, PrintWriter err, Clock clock) {
        this.request = request;
        this.out = out;
        this.err = err;
        this.clock = clock;
        Path usual = Path.of("sluice-discoveries", id.text());
        this.directory = new RunDirectory(request.directory() == null ? usual : request.directory(), id);
        this.crew = new DiscoverCrew(request.workers().launchers(id, directory), this::say);
    }

    int run() throws IOException, InterruptedException {
        PrivateFiles.prepare(file()); // first: a refused run leaves no directory
        directory.create();
        Topology topology;
        try (Transport transport = Transport.open("sluice", 1);
                Signals signals = Signals.handle(this::signalled)) {
            topology = discover(transport);
        } catch (CancellationException stopped) {
            return interrupted;
        } catch (SluiceException failed) {
            if (isEmpty(directory.path())) {
                tidy();
            }
            throw failed;
        } finally {
            crew.end(0);
        }
        DiscoveryPlan told = plan;
        if (topology.view().hosts().size() < 2 || told == null) {
            throw new SluiceException(
                    ErrorCode.NOTHING_MEASURED,
                    "hosts: none of " + request.expected() + " could be measured (expected: at least one)");
        }
        new DiscoveryOutput(request.forms(), out).write(topology, told, clock.instant());
        remember(topology);
        tidy();
        return 0;
    }

    private Topology discover(Transport transport) throws IOException, InterruptedException {
        RunSecrets secrets = RunSecrets.create();
        RunIdentity identity = RunIdentity.create();
        DiscoveryMaster fresh =
                new DiscoveryMaster(transport, id, vantage(request.door().address()), this);
        master = fresh;
        Endpoint endpoint = transport.listen(
                request.door().address(),
                new ServerConfig(identity, secrets, request.door().insecure(), Limits.STANDARD),
                fresh::accept);
        RunFile runFile = new RunFile(
                id,
                ReachableAddresses.of(endpoint.address()),
                null,
                identity.fingerprint(),
                Role.WORKER,
                secrets.worker(),
                request.door().insecure(),
                UnitNeeds.NONE);
        Path file = file();
        try (RunFileGuard guard = RunFileGuard.of(id, null, file)) {
            crew.start();
            runFile.write(file);
            if (request.door().open()) {
                say("workers join with: " + TypedCommand.ofProcess().join(file));
            }
            crew.join(runFile);
            crew.await(request.expected(), request.waitNanos());
            List<String> missing = crew.missing(
                    request.workers().hosts().stream().map(HostSpec::name).toList());
            List<String> notes = absent(crew.present(), request.expected());
            notes.forEach(this::say);
            fresh.begin(runFile, secrets.probe(), request.terms());
            return found(fresh).with(missing, notes);
        } finally {
            RunDirectory.delete(file);
            end(fresh);
            endpoint.close();
            crew.end(END_MILLIS);
        }
    }

    private Path file() {
        Path named = request.runFile();
        return named == null ? directory.runFile() : named;
    }

    private static Topology found(DiscoveryMaster master) throws InterruptedException {
        try {
            return master.found().get();
        } catch (ExecutionException defect) {
            throw new IllegalStateException("the discovery failed", defect.getCause());
        }
    }

    private void remember(Topology topology) {
        Map<String, LaunchPhases> phases = crew.phases();
        if (request.history() && !phases.isEmpty()) {
            JarToPush jar = JarToPush.of(WorkerJar.find(request.workers().jar()));
            LeftStarts.Memory memory = new LeftStarts.Memory(RunRecord.history(this::say), HeldContents.jarsOfUser());
            LeftStarts.remember(phases, jar, id, topology.view(), memory);
        }
    }

    private static void end(DiscoveryMaster master) throws InterruptedException {
        try {
            master.stop().get(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException late) {
            // the sessions end with the transport
        }
    }

    private Machine vantage(InetSocketAddress address) {
        String name = "vantage";
        String where = "";
        try {
            InetAddress here = InetAddress.getLocalHost();
            name = here.getHostName();
            InetAddress told = address.getAddress().isAnyLocalAddress() ? here : address.getAddress();
            where = told.isLoopbackAddress() ? "" : told.getHostAddress();
        } catch (UnknownHostException e) {
            // it has no name then
        }
        return new Machine(name, Runtime.getRuntime().availableProcessors(), where);
    }

    private void signalled(int exitCode, boolean again) {
        if (again) {
            Runtime.getRuntime().halt(exitCode);
        }
        interrupted = exitCode;
        DiscoveryMaster running = master;
        if (running != null) {
            running.found().cancel(false);
        }
        crew.wake();
    }

    /** True if a directory has no file in it or below, as after a refusal before workers started. */
    private static boolean isEmpty(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.noneMatch(Files::isRegularFile);
        }
    }

    /** Nobody looks at logs of workers that did what they were told. */
    private void tidy() throws IOException {
        if (request.directory() != null) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory.path())) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        Path parent = directory.path().getParent();
        if (parent != null) {
            try (Stream<Path> others = Files.list(parent)) {
                if (others.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(parent);
        }
    }

    // ---- what is told

    /** Says how many workers were absent when the tests began, if any. */
    static List<String> absent(int present, int expected) {
        int absent = expected - present;
        return absent <= 0
                ? List.of()
                : List.of(absent + " of " + expected + " workers had not joined when the tests began, and "
                        + (absent == 1 ? "is" : "are") + " left out; --wait makes discover wait for longer");
    }

    /** Describes the tests of a plan before they start. */
    static String words(DiscoveryPlan plan) {
        return String.format(
                Locale.ROOT,
                "%d host%s: %d tests if all are alike, at most %d; no link is busy for more than %.0f s in all,"
                        + " however slow it is; at most %s in all; about %.0f s on a quiet network, and never more than %.0f s",
                plan.hosts(),
                plan.hosts() == 1 ? "" : "s",
                plan.alikeTests(),
                plan.mostTests(),
                plan.linkSeconds(),
                Quantity.SIZE.rounded(plan.mostBytes()),
                Math.min(plan.alikeSeconds(), plan.mostSeconds()),
                plan.mostSeconds());
    }

    private void say(String line) {
        if (!request.forms().quiet()) {
            err.println(line);
            err.flush();
        }
    }

    @Override
    public void joined(String host, int slots) {
        say(host + " joined with " + Plural.of(slots, "slot"));
        crew.joined(host);
    }

    @Override
    public void lost(String host, String why) {
        say(host + " is excluded from now on: " + why);
    }

    @Override
    public void planned(DiscoveryPlan now) {
        plan = now;
        expectedSeconds = Math.min(now.alikeSeconds(), now.mostSeconds());
        say(words(now));
    }

    @Override
    public void slowest(String way, double bytesPerSecond) {
        DiscoveryPlan told = plan;
        if (told != null) {
            say(String.format(
                    Locale.ROOT,
                    "the slowest way is %s with %s: at most %s in each direction, %.0f s of it",
                    way,
                    Quantity.RATE.rounded(bytesPerSecond),
                    Quantity.SIZE.rounded((long) (bytesPerSecond * told.linkSeconds())),
                    told.linkSeconds()));
        }
    }

    @Override
    public void expected(double seconds, String why) {
        double more = seconds - expectedSeconds;
        say(String.format(
                Locale.ROOT,
                "measuring takes about %.0f s in all, %.0f s %s than was said, because %s",
                seconds,
                Math.abs(more),
                more > 0 ? "longer" : "shorter",
                why));
        expectedSeconds = seconds;
    }

    @Override
    public void probing(Probe probe, int tests, List<String> ways) {
        if (tests != shownTests) {
            shownTests = tests;
            String some = String.join(", ", ways.subList(0, Math.min(3, ways.size())));
            say("test " + tests + ", " + probe.phase() + ": " + some
                    + (ways.size() > 3 ? " and " + (ways.size() - 3) + " more" : ""));
        }
    }
}
