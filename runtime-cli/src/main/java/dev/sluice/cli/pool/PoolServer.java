package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetLoop;
import dev.sluice.cli.fleet.FleetRequest;
import dev.sluice.cli.fleet.FleetSystems;
import dev.sluice.cli.launch.WorkerNews;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ListenAddress;
import dev.sluice.cli.process.Signals;
import dev.sluice.insight.history.StateDirectory;
import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Survivor;
import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.page.PageServer;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.SavedIdentity;
import dev.sluice.net.transport.Listening;
import dev.sluice.net.transport.Transport;
import dev.sluice.net.transport.TransportChoice;
import dev.sluice.pool.PoolLoop;
import dev.sluice.pool.PoolView;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The process of a pool, from its lock to its end. Used once, by one thread. */
final class PoolServer {
    /** How long a pool that is started again waits for its agents before it starts others [ms]. */
    private static final long SURVIVORS_MILLIS = 3_000;

    /** How long agents and masters have to hear of the end [ms]. */
    private static final long FAREWELL_MILLIS = 2_000;

    private final PoolPlace place;
    private final Addresses addresses;
    private final List<String> hostWords;
    private final Function<List<String>, PoolMembers> hosts;
    private final List<Launcher> launchers = new CopyOnWriteArrayList<>();
    private @Nullable RunFile forAgents;
    private RunId id = new RunId("pool");

    /**
     * The addresses on which the pool listens.
     *
     * @param agents for agents of other hosts; null: any port, of all addresses if there are other hosts
     * @param metrics for Prometheus; null for none
     */
    record Addresses(@Nullable String agents, @Nullable String metrics) {}

    /**
     * Starts nothing yet.
     *
     * @param hostWords options that name the hosts; empty: those of the last start
     * @param hosts concludes such options
     */
    PoolServer(
            PoolPlace place, Addresses addresses, List<String> hostWords, Function<List<String>, PoolMembers> hosts) {
        this.place = place;
        this.addresses = addresses;
        this.hostWords = List.copyOf(hostWords);
        this.hosts = hosts;
    }

    /** Serves until the pool is stopped; returns the exit code. */
    int serve() throws IOException, InterruptedException {
        place.create();
        try (FileChannel file = FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null) {
                throw new SluiceException(
                        ErrorCode.POOL_BUSY,
                        "pool: one is running in " + place.directory()
                                + " (expected: none; 'sluice pool stop' ends it)");
            }
            return locked();
        }
    }

    private int locked() throws IOException, InterruptedException {
        PoolStore store = PoolStore.open(place.state());
        if (!hostWords.isEmpty()) {
            store.hosts(hostWords);
        }
        PoolMembers members = hosts.apply(store.hosts());
        SavedIdentity earlier = Files.exists(place.identity()) ? SavedIdentity.read(place.identity()) : null;
        id = earlier != null ? earlier.run() : RunDirectory.newId(Path.of("pool"));
        RunIdentity identity =
                earlier != null && earlier.identity() != null ? earlier.identity() : RunIdentity.create();
        RunSecrets secrets = earlier != null ? earlier.secrets() : RunSecrets.create();
        RunDirectory.delete(place.socket()); // a killed pool leaves it; agents and masters look for the pool there
        try (Transport transport = Transport.open("pool", 1);
                PoolDesk desk = new PoolDesk(place, id, transport.loop(), store, this::addHosts)) {
            PoolLoop pool = new PoolLoop(transport.loop(), desk, System.currentTimeMillis() * 1_000);
            try (Listening open = Listening.open(
                    transport,
                    new Listening.Terms(
                            TransportChoice.AUTO,
                            members.others() || addresses.agents() != null,
                            address(members, earlier),
                            place.socket()),
                    () -> identity,
                    own -> new ServerConfig(own, secrets, false, Limits.STANDARD, SpillSpace.NONE),
                    pool::accept)) {
                announce(open, identity, secrets);
                pool.start();
                desk.serve(pool);
                desk.record(new StandingWeather(StateDirectory.of(System.getenv())));
                try (PageServer metrics = metrics(pool, desk, transport, identity);
                        FleetLoop fleet =
                                fleet(members, store, new FleetLoop.PoolOnLoop(pool, transport.loop()), desk)) {
                    return serve(pool, desk, transport, new Begin(members.workers(), fleet, earlier != null));
                }
            } finally {
                for (Role role : Role.POOL_CLIENTS) {
                    RunDirectory.delete(place.clientFile(role));
                }
                RunDirectory.delete(place.agentFile());
            }
        }
    }

    private @Nullable PageServer metrics(PoolLoop pool, PoolDesk desk, Transport transport, RunIdentity identity) {
        if (addresses.metrics() == null) {
            return null;
        }
        InetSocketAddress address = ListenAddress.of(addresses.metrics(), false);
        PageServer opened = PageServer.open(
                address,
                address.getAddress().isLoopbackAddress() ? null : identity,
                new PoolMetrics(() -> transport.loop().ask(pool::view), desk::fleet),
                place.metricsToken());
        desk.say("metrics: " + opened.url().replaceFirst("/[?].*", "/metrics") + "; the token is in "
                + place.metricsToken());
        return opened;
    }

    /** A pool that is started again listens where its agents look for it. */
    private InetSocketAddress address(PoolMembers members, @Nullable SavedIdentity earlier) {
        InetSocketAddress told = ListenAddress.of(addresses.agents(), members.others() || addresses.agents() != null);
        return told.getPort() == 0 && earlier != null && earlier.port() > 0
                ? new InetSocketAddress(told.getAddress(), earlier.port())
                : told;
    }

    private void announce(Listening open, RunIdentity identity, RunSecrets secrets) {
        InetSocketAddress bound = open.address();
        new SavedIdentity(id, identity, secrets, bound == null ? 0 : bound.getPort(), open.socket())
                .write(place.identity());
        RunFile agents = open.runFile(id, Role.AGENT, secrets.of(Role.AGENT));
        agents.write(place.agentFile());
        forAgents = agents;
        for (Role role : List.of(Role.READ, Role.SUBMIT, Role.ADMIN)) { // 'pool start' waits for the last one
            open.runFile(id, role, secrets.of(role)).write(place.clientFile(role));
        }
    }

    /**
     * The agents with which a pool begins.
     *
     * @param again whether an earlier process of the pool may have left agents
     */
    private record Begin(WorkersToStart workers, @Nullable FleetLoop fleet, boolean again) {}

    /** Begins a fleet if the pool shall have one. */
    private @Nullable FleetLoop fleet(PoolMembers members, PoolStore store, FleetLoop.PoolOnLoop pool, PoolDesk desk)
            throws InterruptedException {
        FleetRequest request = members.fleet();
        if (request == null) {
            if (!store.fleet().isEmpty()) {
                desk.say("tasks of an earlier fleet are left to themselves: " + String.join(", ", store.fleet()));
            }
            return null;
        }
        FleetSystem system = FleetSystems.of(request, place.fleetSite(id), desk::say);
        try {
            system.check();
        } catch (SluiceException failure) {
            if (!hostWords.isEmpty()) {
                throw failure;
            }
            desk.say("fleet: " + failure.getMessage()); // the runs of a pool that is started again go on without it
        }
        FleetLoop fleet = FleetLoop.start(request, system, store, pool, desk::say);
        desk.serve(fleet);
        return fleet;
    }

    private int serve(PoolLoop pool, PoolDesk desk, Transport transport, Begin begin) throws InterruptedException {
        List<Launcher> first = begin.workers().launchers(id, new RunDirectory(place.directory(), id));
        if (begin.again()) {
            List<Survivor> survivors = survivors(pool, transport);
            first.forEach(launcher -> launcher.survived(survivors));
        }
        desk.say("pool " + id + " serves in " + place.directory());
        start(first, desk::say);
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        desk.stopped().thenRun(() -> ended.complete(0));
        try (Signals signals = Signals.handle((code, repeated) -> ended.complete(code))) {
            int code = ended.get();
            FleetLoop fleet = begin.fleet();
            if (code == 0) {
                if (fleet != null) {
                    fleet.end();
                }
                TimeUnit.MILLISECONDS.sleep(FAREWELL_MILLIS); // the goodbyes leave
                desk.say("stopped");
            } else {
                desk.say("ended by a signal; agents and runs go on, and 'sluice pool start' takes them over");
            }
            return code;
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
    }

    private void start(List<Launcher> some, Consumer<String> say) {
        RunFile file = forAgents;
        for (Launcher launcher : some) {
            launcher.start(new AgentNews(say));
            if (file != null) {
                launcher.join(file);
            }
            launchers.add(launcher);
        }
    }

    private void addHosts(List<String> words, Consumer<String> say) {
        WorkersToStart more = hosts.apply(words).workers();
        RunFile file = forAgents;
        if (more.others() && file != null && file.addresses().isEmpty()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "pool: it takes agents of this machine only (expected: a pool that was started with --listen, or"
                            + " with other hosts)");
        }
        start(more.launchers(id, new RunDirectory(place.directory(), id)), say);
    }

    /** Agents of the earlier process that have come back. */
    private static List<Survivor> survivors(PoolLoop pool, Transport transport) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SURVIVORS_MILLIS);
        try {
            return transport
                    .loop()
                    .ask(() -> pool.view().hosts().stream()
                            .filter(PoolView.Host::connected)
                            .map(host -> new Survivor(host.name(), host.pid()))
                            .toList())
                    .get(SURVIVORS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException late) {
            return List.of();
        }
    }

    /** Says what becomes of agents. */
    private static final class AgentNews extends WorkerNews {
        AgentNews(Consumer<String> say) {
            super(say);
        }

        @Override
        public void allGone(String lastWords) {}
    }
}
