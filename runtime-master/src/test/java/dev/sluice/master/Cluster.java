package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.master.application.ApplicationInputs;
import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.Amounts;
import dev.sluice.model.RunId;
import dev.sluice.model.ledger.Counters;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.worker.FakeWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A run with its master and workers in one process, on one thread, in virtual time: the real master loop with its
 * application, and real worker loops. Nothing is real but the network, the clock and the threads, which the test owns.
 * Each task is followed by a check of what must hold at any time.
 */
final class Cluster {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    /** One way between any two processes [ns]. */
    static final long DELAY_NANOS = MILLI / 10;

    /** No test's run is longer [ns]. */
    private static final long LONGEST_NANOS = 14_400 * SECOND;

    private static final Secret SECRET = Secret.create();

    /** The way between the hosts of a site and all others: its latency, and a port if it is not null. */
    record Site(long delayNanos, VirtualLink.Port port) {}

    /** A worker and its present connection. */
    static final class Node {
        private final Cluster cluster;
        private final FakeWorker worker;
        private final List<VirtualLink> links;

        Node(Cluster cluster, FakeWorker worker, List<VirtualLink> links) {
            this.cluster = cluster;
            this.worker = worker;
            this.links = links;
        }

        FakeWorker worker() {
            return worker;
        }

        /** Its newest connection. */
        VirtualLink link() {
            return links.get(links.size() - 1);
        }

        /** Tells whether it has dialled. */
        boolean hasDialled() {
            return !links.isEmpty();
        }

        /** Its process dies. */
        void die() {
            worker.die();
            links.forEach(VirtualLink::die);
        }
    }

    private final VirtualLoop loop = new VirtualLoop();
    private final VirtualLink.Buffers buffers = new VirtualLink.Buffers();
    private final Path directory;
    private final Terms terms = new Terms();
    private Heard heard = new Heard();
    private JournalledRun journal = JournalledRun.NONE;
    private Runnable afterTask = () -> {};
    private boolean checked;
    private final Map<String, SessionListener.Factory> listening = new HashMap<>();
    private final Map<String, Site> sites = new HashMap<>();
    private final Map<String, VirtualLink.Port> ports = new HashMap<>();
    private final Map<String, Amounts> offers = new HashMap<>();
    private final Map<String, Wire> wires = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<SubNode> subMasters = new ArrayList<>();
    /** All connections of masters, those of sub-masters left out. */
    private final List<VirtualLink> ofMaster = new ArrayList<>();

    private Work work = new Work(loop, 0);
    private Application<?, ?, ?> application = work;
    private Supplier<? extends Application<?, ?, ?>> copies = this::copy;
    private MasterLoop master;
    private ApplicationThread calls;
    private LoopTurns turns;

    /** @param directory for what masters and workers keep in files */
    Cluster(Path directory) {
        this.directory = directory;
    }

    VirtualLoop loop() {
        return loop;
    }

    Terms terms() {
        return terms;
    }

    Heard heard() {
        return heard;
    }

    MasterLoop master() {
        return Objects.requireNonNull(master, "no master was started");
    }

    /** Runs this after each task too. */
    void afterEachTask(Runnable check) {
        afterTask = check;
    }

    Path directory() {
        return directory;
    }

    VirtualLink.Buffers buffers() {
        return buffers;
    }

    Counters counters() {
        return master().driver().counters();
    }

    /** Lets what the master or sub-master of this name sends leave through a port, except to sites with their own. */
    void port(String name, VirtualLink.Port port) {
        ports.put(name, port);
    }

    /** Sets the offer of workers of this host, beside their slots. */
    void offer(String host, Amounts amounts) {
        offers.put(host, amounts);
    }

    /** Puts a host, or the sub-master of this name, into a site; others are where the master is. */
    void place(String name, Site site) {
        sites.put(name, site);
    }

    // ---- processes

    /** An application whose cycles have so many units. */
    Work work(long... cycles) {
        return new Work(loop, cycles);
    }

    /** A copy of the application of the run. */
    Work copy() {
        return work.onWorker(1);
    }

    /** Starts the master of this application. */
    void start(Work application) {
        start(application, JournalledRun.NONE);
    }

    /** Starts a master with this journal. After {@link #crash}, it takes the run over. */
    void start(Work of, JournalledRun run) {
        work = of;
        start(of, this::copy, run);
    }

    /** Does the same with any application, of which workers have these copies. */
    void start(Application<?, ?, ?> of, Supplier<? extends Application<?, ?, ?>> ofWorkers, JournalledRun run) {
        application = of;
        copies = ofWorkers;
        journal = run;
        heard = new Heard();
        RunSettings settings = terms.settings(directory, terms.takeover.epoch());
        Results<?> results = results(application);
        master = new MasterLoop(
                results instanceof Accumulation ? settings.withoutCopies() : settings,
                results.kept(),
                loop,
                heard,
                (core, driver, course) -> principal(core, course, results));
        master.journal(run);
        run.whenCommitted(() -> {}); // the loop has one thread: its ticks look at the journal
        listen("master", session -> master().session(session.role(), settings.jars()));
        if (!checked) {
            loop.afterEachTask(this::check);
            checked = true;
        }
        master.driver().applicationTime(() -> 0); // virtual time does not know what processors do
        master.start(terms.expectedSlots, 20 * SECOND);
    }

    private static Results<?> results(Application<?, ?, ?> application) {
        try {
            return Hosted.of(application).results();
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
    }

    private UnitSource principal(RunCore core, RunCourse course, Results<?> results) {
        try {
            ApplicationInputs inputs = new ApplicationInputs(
                    Hosted.of(application), core.settings().setups());
            calls = new ApplicationThread(
                    inputs, results, course, new Feeder(inputs, core.traffic()), core.acknowledgements());
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
        turns = new LoopTurns(loop);
        calls.callBy(turns);
        calls.journal(journal);
        return calls;
    }

    LoopTurns turns() {
        return turns;
    }

    /** The master's process ends: nobody hears of it again. Its journal is the caller's. */
    void crash() {
        deafen("master");
        ofMaster.forEach(VirtualLink::cut);
        ofMaster.clear();
        MasterLoop gone = master();
        calls.close();
        gone.course().end(RunEnd.interrupted(137)); // which gives back what the process held
        await("the end of the process", () -> heard.end() != null);
    }

    /** Sessions to this name are taken by this factory. */
    void listen(String name, SessionListener.Factory sessions) {
        listening.put(name, sessions);
    }

    /** Nobody listens at this name any more; returns who did. */
    SessionListener.Factory deafen(String name) {
        return listening.remove(name);
    }

    static RunFile runFile(String name) {
        return runFile(name, Terms.RUN);
    }

    static RunFile runFile(String name, RunId run) {
        return new RunFile(
                run,
                List.of(InetSocketAddress.createUnresolved(name, 1)),
                null,
                "0".repeat(64),
                Role.WORKER,
                SECRET,
                false,
                UnitNeeds.NONE);
    }

    /** An operator of the run, whose session is driven by the test. */
    Peer operator() {
        return peer(Role.OPERATOR, "master");
    }

    /** A worker whose session is driven by the test. */
    Peer scripted() {
        return scripted("master");
    }

    /** A worker of the master or sub-master of this name, whose session is driven by the test. */
    Peer scripted(String name) {
        return peer(Role.WORKER, name);
    }

    private Peer peer(Role role, String name) {
        Peer peer = new Peer();
        VirtualLink link = new VirtualLink(loop, buffers, role, DELAY_NANOS);
        track(name, link);
        link.open(peer, Objects.requireNonNull(listening.get(name)));
        await("the session", peer::isOpen);
        return peer;
    }

    /** Connects this host's listener with whoever listens at that name; the link is added to those of the dialler. */
    void dial(String host, String name, SessionListener dialler, List<VirtualLink> links) {
        SessionListener.Factory sessions = listening.get(name);
        Site site = sites.get(host);
        boolean far = site != null && site != sites.get(name);
        long delayNanos = far ? site.delayNanos() : DELAY_NANOS;
        if (sessions == null) {
            VirtualLink.refuse(loop, delayNanos, dialler);
            return;
        }
        VirtualLink link = new VirtualLink(loop, buffers, Role.WORKER, delayNanos);
        VirtualLink.Port port = far && site.port() != null ? site.port() : ports.get(name);
        if (port != null) {
            link.through(port);
        }
        links.add(link);
        track(name, link);
        Wire wire = wires.get(host);
        if (wire == null) {
            link.open(dialler, sessions);
            return;
        }
        Tapped near = new Tapped(loop, wire, null, end -> dialler);
        link.open(near, session -> {
            Wire above = wires.get(name);
            Tapped.Watch watch = above == null ? new Tapped.Watch() {} : above.below();
            Tapped heard = new Tapped(loop, watch, session, sessions::create);
            wire.ends(name, near, heard);
            return heard;
        });
    }

    /** Watches the connections that this host, or the sub-master of this name, will dial. */
    void tap(String host, Wire wire) {
        wires.put(host, wire);
    }

    private void track(String name, VirtualLink link) {
        if (name.equals("master")) {
            ofMaster.add(link);
        }
    }

    /** A worker of the master. */
    Node join(String host, int slots) {
        return join(host, slots, copies.get(), runFile("master"));
    }

    /** A worker whose units take so many times as long. */
    Node join(String host, int slots, double slowness) {
        return join(host, slots, work.onWorker(slowness), runFile("master"));
    }

    /** A worker with this copy of the application, which dials by this run file. */
    Node join(String host, int slots, Application<?, ?, ?> copy, RunFile where) {
        List<VirtualLink> links = new ArrayList<>();
        int number = nodes.size() + 1;
        AtomicReference<Node> self = new AtomicReference<>();
        try {
            FakeWorker worker = new FakeWorker(
                    loop,
                    (place, address, listener) -> {
                        Node dialling = self.get();
                        if (dialling == null || !dialling.worker.isDead()) { // the loop of a dead one goes on
                            dial(host, ((InetSocketAddress) address).getHostString(), listener, links);
                        }
                    },
                    where,
                    new FakeWorker.Kind(
                            host,
                            slots,
                            number,
                            directory.resolve("cache-" + number),
                            offers.getOrDefault(host, Amounts.NONE)),
                    copy);
            Node node = new Node(this, worker, links);
            self.set(node);
            nodes.add(node);
            worker.start();
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A sub-master of the master, at which workers join by {@code runFile(name)}. */
    SubNode subMaster(String name) {
        return subMasterBelow("master", name);
    }

    /** A sub-master of the sub-master of this name; its workers go to these standbys when they lose it. */
    SubNode subMasterBelow(String parent, String name, String... standbys) {
        SubNode node = new SubNode(this, name, parent, standbys);
        subMasters.add(node);
        node.start();
        return node;
    }

    /** A worker of the sub-master of this name. */
    Node joinBelow(String name, String host, int slots) {
        return join(host, slots, copies.get(), runFile(name));
    }

    /** The same with one slot and this copy of the application. */
    Node joinBelow(String name, String host, Work application) {
        return join(host, 1, application, runFile(name));
    }

    // ---- time

    /** Runs until so many units of all cycles were accepted by the scheduler. */
    void awaitAccepted(long units) {
        await("units accepted: " + units, () -> counters().accepted() >= units);
    }

    /** Runs until the listener was told this. */
    void awaitHeard(String line) {
        await(line, () -> heard.lines().contains(line));
    }

    void await(String what, BooleanSupplier condition) {
        assertThat(loop.runUntil(condition, LONGEST_NANOS))
                .as("%s; heard %s, %s", what, heard.lines(), counters())
                .isTrue();
    }

    /**
     * Runs until the run has ended and all workers have left, checks that nothing is left over, and says how it ended.
     */
    RunEnd finish() {
        await("the end of the run", () -> heard.end() != null);
        loop.advance(120 * SECOND);
        calls.close();
        check();
        for (Node node : nodes) {
            if (!node.worker().isDead()) {
                assertThat(node.worker().hasFinished()).as("%s has left", node).isTrue();
                assertThat(node.worker().unitsHeld()).as("units held").isZero();
            }
        }
        for (SubNode node : subMasters) {
            assertThat(node.hasEnded()).as("%s has ended", node).isTrue();
        }
        assertThat(master().core().registry().connections()).isEmpty();
        assertThat(buffers.held()).as("buffers held").isEmpty();
        return Objects.requireNonNull(heard.end());
    }

    /** Does the same as {@link #finish}, and checks that each unit of each cycle was accepted. */
    RunEnd finishCompletely() {
        RunEnd end = finish();
        assertThat(end).as("heard %s", heard.lines()).isEqualTo(RunEnd.complete());
        long all = 0;
        for (int cycle = 0; cycle < work.cyclesBegun(); cycle++) {
            all += work.units(cycle);
        }
        assertThat(counters().accepted()).isEqualTo(all);
        assertThat(counters().quarantined()).isZero();
        assertThat(master().driver().outstandingUnits()).isZero();
        return end;
    }

    /** Checks what holds after each task. It runs often, and costs little as long as it holds. */
    private void check() {
        if (!work.problems().isEmpty()) {
            throw new AssertionError(work.problems());
        }
        afterTask.run();
        for (WorkerConnection connection : master().core().registry().connections()) {
            Feed feed = connection.feed;
            if (feed.sentUnits > feed.assignedUnits) {
                throw new AssertionError(connection.entry + " was sent " + feed.sentUnits + " units (expected: at most "
                        + feed.assignedUnits + ")");
            }
            if (connection.safe.acknowledged() > connection.resultSequence) {
                throw new AssertionError(connection.entry + ": " + connection.safe.acknowledged()
                        + " is acknowledged (expected: at most " + connection.resultSequence + ")");
            }
            if (master().driver().outstandingUnits(connection.entry.id) < 0) {
                throw new AssertionError(connection.entry + " holds less than no unit");
            }
        }
        if (journal.recovered().isPresent()) {
            return; // what earlier masters accepted is given as well
        }
        long taken = 0;
        for (int cycle = 0; cycle < work.cyclesBegun(); cycle++) {
            taken += work.accepted(cycle).size();
        }
        if (taken > counters().accepted()) {
            throw new AssertionError(taken + " units given to the application (expected: at most "
                    + counters().accepted() + ")");
        }
    }
}
