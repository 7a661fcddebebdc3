package dev.sluice.insight.discover;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.topology.Discovery;
import dev.sluice.model.topology.DiscoveryTerms;
import dev.sluice.model.topology.Machine;
import dev.sluice.model.topology.Phase;
import dev.sluice.model.topology.Probe;
import dev.sluice.model.topology.Reading;
import dev.sluice.model.topology.Topology;
import dev.sluice.model.topology.Transfer;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.probe.ProbeStation;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Transport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The master of a discovery, at its vantage: registers workers and makes one probe after the other. Times are the
 * loop's, which are monotonic. Confined to the transport's loop except {@link #begin}, {@link #stop} and
 * {@link #found}; needs a transport with one thread.
 */
public final class DiscoveryMaster {
    private static final long BEAT_NANOS = 2_000_000_000L;

    /** Timeout of a silent worker [ns]: ten beats, as a busy machine may delay some. */
    private static final long SILENCE_NANOS = 20_000_000_000L;

    private final Loop loop;
    private final RunId run;
    private final Machine vantage;
    private final DiscoveryListener listener;
    private final ProbeStation station;
    private final List<Peer> peers = new ArrayList<>();
    private final CompletableFuture<Topology> found = new CompletableFuture<>();
    private @Nullable Discovery discovery;
    private ProbeRun.@Nullable Peers measured;
    private @Nullable ProbeRun probing;
    private boolean over;
    private long beganNanos;
    private double expectedSeconds;

    /** True when the rates of single hosts were told. */
    private boolean rated;

    /** @param vantage this machine, under its name in the view */
    public DiscoveryMaster(Transport transport, RunId run, Machine vantage, DiscoveryListener listener) {
        this.loop = transport.loop();
        this.run = run;
        this.vantage = vantage;
        this.listener = listener;
        this.station = new ProbeStation(transport, message -> received(Transfer.VANTAGE, message));
        loop.execute(this::beat);
    }

    /** The listener for the endpoint on which this side listens. */
    public SessionListener accept(Session session) {
        return session.role() == Role.PROBE ? station.accept(session) : new Seat();
    }

    /** The topology found in the end; fails with an {@link IllegalStateException} when no host is left. */
    public CompletableFuture<Topology> found() {
        return found;
    }

    /**
     * Begins with the hosts that have joined.
     *
     * @param workers how workers and probes reach this side
     * @param secret proves a probe to the endpoint
     * @param terms by the number of hosts
     */
    public void begin(RunFile workers, Secret secret, IntFunction<DiscoveryTerms> terms) {
        loop.execute(() -> {
            Rendezvous meeting = new Rendezvous(workers.addresses(), workers.fingerprint(), secret, workers.insecure());
            List<Peer> chosen = hosts();
            List<Machine> machines = chosen.stream()
                    .map(peer -> new Machine(peer.name, slotsOf(peer), peer.here() ? "" : peer.address()))
                    .toList();
            measured = new ProbeRun.Peers(chosen, meeting, station, new ProbeRun.Numbers(), new HashSet<>());
            Discovery fresh = new Discovery(vantageWith(chosen), machines, terms.apply(machines.size()));
            discovery = fresh;
            beganNanos = loop.nanoTime();
            expectedSeconds = fresh.expectedSeconds();
            listener.planned(fresh.plan());
            loop.schedule(Math.round(fresh.plan().mostSeconds() * 1e9), this::late);
            step();
        });
    }

    /** The longest time is over: the current probe ends without a result, and no other begins. */
    private void late() {
        ProbeRun current = probing;
        if (!over && current != null) {
            current.end();
        }
    }

    /** Ends the discovery at any point and tells the workers. Any thread. */
    public CompletableFuture<Void> stop() {
        return CompletableFuture.runAsync(
                () -> {
                    over = true;
                    station.close();
                    for (Peer peer : peers) {
                        if (!peer.gone) {
                            peer.session.send(new Goodbye(ErrorCode.NONE, "the network is known"));
                            peer.session.close();
                        }
                    }
                },
                loop);
    }

    // ---- who takes part

    /**
     * One worker of each machine. Workers of this machine are hosts of their own only if there are no others, as in a
     * first try; else their slots count as the vantage's.
     */
    private List<Peer> hosts() {
        List<Peer> present = peers.stream()
                .filter(peer -> !peer.gone)
                .sorted(Comparator.comparingInt(
                                (Peer peer) -> peer.register.host().length())
                        .thenComparing(peer -> peer.register.host()))
                .toList();
        boolean others = present.stream().anyMatch(peer -> !peer.here());
        Map<String, Peer> chosen = new LinkedHashMap<>();
        for (Peer peer : present) {
            if (!others) {
                chosen.put(String.valueOf(chosen.size()), peer);
            } else if (!peer.here()) {
                chosen.putIfAbsent(peer.address() + " " + peer.register.host(), peer);
            }
        }
        Map<String, Integer> names = new HashMap<>(Map.of(vantage.name(), 1));
        for (Peer peer : chosen.values()) {
            int number = names.merge(peer.register.host(), 1, Integer::sum);
            peer.name = number == 1 ? peer.register.host() : peer.register.host() + "-" + number;
        }
        return List.copyOf(chosen.values());
    }

    /** Slots of all workers on its machine. */
    private int slotsOf(Peer chosen) {
        if (chosen.here()) {
            return chosen.slots();
        }
        return peers.stream()
                .filter(peer -> !peer.gone
                        && peer.address().equals(chosen.address())
                        && peer.register.host().equals(chosen.register.host()))
                .mapToInt(Peer::slots)
                .sum();
    }

    /** The vantage with the slots of the workers on its machine, unless these are hosts of their own. */
    private Machine vantageWith(List<Peer> chosen) {
        int slots = peers.stream()
                .filter(peer -> !peer.gone && peer.here() && !chosen.contains(peer))
                .mapToInt(Peer::slots)
                .sum();
        return new Machine(vantage.name(), slots == 0 ? vantage.slots() : slots, vantage.address());
    }

    private Registered registered(int number) {
        return new Registered(
                new WorkerId(number),
                run,
                0,
                SILENCE_NANOS,
                1 << 20,
                new ApplicationInfo(List.of(), "", List.of()),
                List.of(),
                0,
                UnitTerms.NONE,
                List.of(),
                0);
    }

    private void beat() {
        if (over) {
            return;
        }
        long now = loop.nanoTime();
        for (Peer peer : List.copyOf(peers)) {
            if (!peer.gone) {
                peer.session.send(new MasterBeat(++peer.beats, peer.tick, false));
                if (now - peer.heardNanos > SILENCE_NANOS) {
                    gone(peer, "it has not been heard for " + SILENCE_NANOS / 1_000_000_000L + " s");
                    peer.session.close();
                }
            }
        }
        loop.schedule(BEAT_NANOS, this::beat);
    }

    private void gone(Peer peer, String why) {
        if (peer.gone || over) {
            return;
        }
        peer.gone = true;
        listener.lost(peer.name, why);
        ProbeRun.Peers known = measured;
        Discovery now = discovery;
        int host = known == null ? -1 : known.all().indexOf(peer);
        if (host >= 0 && now != null) {
            now.lost(host);
            ProbeRun current = probing;
            if (current != null) {
                current.lost(host);
            }
        }
    }

    /** One worker's session. */
    private final class Seat implements SessionListener {
        private @Nullable Peer peer;

        @Override
        public void opened(Session session) {}

        @Override
        public void received(Session session, Message message) {
            Peer mine = peer;
            if (message instanceof Register register && mine == null) {
                peer = registered(session, register);
                return;
            }
            if (mine != null) {
                mine.heardNanos = loop.nanoTime();
            }
            if (message instanceof WorkerBeat beat && mine != null) {
                mine.tick = beat.tick();
            } else if (message instanceof Goodbye || message instanceof Problem) {
                session.close();
            } else if (mine != null) {
                ProbeRun.Peers known = measured;
                int host = known == null ? -1 : known.all().indexOf(mine);
                if (host >= 0) {
                    DiscoveryMaster.this.received(host, message);
                }
            }
            message.release();
        }

        private Peer registered(Session session, Register register) {
            Peer fresh = new Peer(session, register, RunIdentity.create(), loop.nanoTime());
            peers.add(fresh);
            session.send(DiscoveryMaster.this.registered(peers.size()));
            if (discovery == null) {
                listener.joined(fresh.name, fresh.slots());
            }
            return fresh;
        }

        @Override
        public void closed(Session session, Closing why) {
            if (peer != null) {
                gone(peer, why.text().isEmpty() ? "it has left" : why.text());
            }
        }
    }

    // ---- probes

    private void received(int machine, Message message) {
        ProbeRun current = probing;
        if (current != null) {
            current.received(machine, message);
        }
    }

    private void step() {
        Discovery now = discovery;
        ProbeRun.Peers known = measured;
        if (over || now == null || known == null) {
            return;
        }
        try {
            Optional<Probe> next = now.next((loop.nanoTime() - beganNanos) * 1e-9);
            if (now.expectedSeconds() != expectedSeconds) {
                expectedSeconds = now.expectedSeconds();
                listener.expected(expectedSeconds, now.whyExpected());
            }
            if (next.isEmpty()) {
                probing = null;
                found.complete(now.topology());
                return;
            }
            Probe probe = next.get();
            if (probe.phase() != Phase.ALONE && !rated) {
                rated = true;
                now.slowest().ifPresent(way -> listener.slowest(words(way), now.usual(way)));
            }
            listener.probing(
                    probe,
                    now.tests(),
                    probe.transfers().stream().map(this::words).toList());
            ProbeRun fresh = new ProbeRun(loop, known, probe, readings -> done(probe, readings));
            probing = fresh;
            fresh.begin();
        } catch (RuntimeException defect) {
            found.completeExceptionally(defect);
        }
    }

    private void done(Probe probe, List<Reading> readings) {
        Discovery now = discovery;
        if (now != null) {
            now.measured(probe, readings);
            loop.execute(this::step);
        }
    }

    private String words(Transfer transfer) {
        return name(transfer.from()) + " to " + name(transfer.to());
    }

    private String name(int machine) {
        ProbeRun.Peers known = measured;
        Peer peer = known == null ? null : known.of(machine);
        return peer == null ? vantage.name() : peer.name;
    }
}
