package dev.sluice.insight.discover;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.topology.Probe;
import dev.sluice.model.topology.Reading;
import dev.sluice.model.topology.Transfer;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeGo;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.probe.ProbeStation;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One probe: connects the ends of its transfers, starts all at once when all are connected, and collects their counts.
 * Confined to the loop.
 */
final class ProbeRun {
    private static final long MEET_NANOS = 30_000_000_000L;

    /** Time for bytes in transit to arrive after the sending has ended [ns]. */
    private static final long DRAIN_NANOS = 20_000_000_000L;

    private final Loop loop;
    private final Peers peers;
    private final Probe probe;
    private final Consumer<List<Reading>> done;
    private final List<ProbeTransfer> legs = new ArrayList<>();
    private boolean gone;
    private boolean over;
    private @Nullable Cancellable timer;

    /**
     * The state that the probes of one discovery share.
     *
     * @param all by the index of their hosts
     * @param turned transfers whose receiver connects, because the sender cannot
     */
    record Peers(List<Peer> all, Rendezvous meeting, ProbeStation station, Numbers numbers, Set<Transfer> turned) {
        /** Null for the vantage. */
        @Nullable
        Peer of(int machine) {
            return machine == Transfer.VANTAGE ? null : all.get(machine);
        }
    }

    /** Numbers transfers. */
    static final class Numbers {
        private long last;

        long next() {
            return ++last;
        }
    }

    ProbeRun(Loop loop, Peers peers, Probe probe, Consumer<List<Reading>> done) {
        this.loop = loop;
        this.peers = peers;
        this.probe = probe;
        this.done = done;
    }

    void begin() {
        for (Transfer transfer : probe.transfers()) {
            ProbeTransfer leg = new ProbeTransfer(transfer);
            leg.senderDials = transfer.to() == Transfer.VANTAGE
                    || transfer.from() != Transfer.VANTAGE && !peers.turned().contains(transfer);
            legs.add(leg);
        }
        timer = loop.schedule(MEET_NANOS, () -> late(Reading.Outcome.UNREACHABLE));
        legs.forEach(this::meet);
        advance();
    }

    private void meet(ProbeTransfer leg) {
        leg.number = peers.numbers().next();
        Peer listener = peers.of(leg.listener());
        if (listener == null) {
            peers.station().expect(leg.number, terms(leg, leg.listener()));
            dial(leg, peers.meeting());
        } else if (listener.gone) {
            leg.fail(Reading.Outcome.BROKEN, 0);
        } else {
            listener.session.send(new ProbeListen(
                    leg.number,
                    listener.identity,
                    listener.secret,
                    peers.meeting().insecure(),
                    terms(leg, leg.listener())));
        }
    }

    private ProbeTerms terms(ProbeTransfer leg, int machine) {
        return new ProbeTerms(
                leg.transfer.from() == machine,
                probe.bytes(),
                probe.sendNanos(),
                probe.warmNanos(),
                probe.windowNanos(),
                probe.pieceBytes());
    }

    private void dial(ProbeTransfer leg, Rendezvous where) {
        Peer dialer = peers.of(leg.dialer());
        if (dialer == null || dialer.gone) {
            leg.fail(Reading.Outcome.BROKEN, 0);
            return;
        }
        dialer.session.send(new ProbeDial(
                leg.number,
                where.addresses(),
                where.fingerprint(),
                where.secret(),
                where.insecure(),
                terms(leg, leg.dialer())));
    }

    /** Handles a message of this machine's own ends, or of a worker. */
    void received(int machine, Message message) {
        if (message instanceof ProbeReady ready) {
            ready(ready);
        } else if (message instanceof ProbeResult result) {
            result(machine, result);
        }
        advance();
    }

    private @Nullable ProbeTransfer leg(long number) {
        return legs.stream().filter(leg -> leg.number == number).findFirst().orElse(null);
    }

    private void ready(ProbeReady ready) {
        ProbeTransfer leg = leg(ready.transfer());
        if (leg == null || leg.over()) {
            return;
        }
        if (!ready.listens()) {
            leg.connected(ready);
            return;
        }
        Peer listener = peers.of(leg.listener());
        if (listener != null) {
            dial(
                    leg,
                    new Rendezvous(
                            addresses(listener, ready),
                            listener.identity.fingerprint(),
                            listener.secret,
                            peers.meeting().insecure()));
        }
    }

    /** The address at which this side knows it, then those that it reported; loopback addresses last, if at all. */
    private static List<InetSocketAddress> addresses(Peer listener, ProbeReady ready) {
        List<String> hosts = new ArrayList<>();
        if (!listener.here() && !listener.address().isEmpty()) {
            hosts.add(listener.address());
        }
        ready.hosts().stream().filter(host -> !hosts.contains(host)).forEach(hosts::add);
        if (listener.here()) {
            hosts.add(0, listener.address());
        }
        return hosts.stream()
                .map(host -> InetSocketAddress.createUnresolved(host, ready.port()))
                .toList();
    }

    private void result(int machine, ProbeResult result) {
        ProbeTransfer leg = leg(result.transfer());
        if (leg == null || leg.over()) {
            return;
        }
        if (result.code() != ErrorCode.NONE && !leg.connected) {
            unreachable(leg);
        } else {
            leg.result(result, leg.transfer.from() == machine, probe);
        }
    }

    /** Tries the opposite direction of connecting once. */
    private void unreachable(ProbeTransfer leg) {
        boolean vantage = leg.transfer.touches(Transfer.VANTAGE);
        forget(leg);
        if (vantage || leg.turned) {
            leg.fail(Reading.Outcome.UNREACHABLE, 0);
            return;
        }
        leg.turned = true;
        leg.senderDials = !leg.senderDials;
        peers.turned().add(leg.transfer);
        meet(leg);
    }

    /** Fails the transfers of a lost worker. */
    void lost(int machine) {
        legs.stream().filter(leg -> leg.transfer.touches(machine)).forEach(leg -> {
            leg.fail(Reading.Outcome.BROKEN, probe.bytes());
            forget(leg);
        });
        advance();
    }

    private void advance() {
        if (over) {
            return;
        }
        if (legs.stream().allMatch(ProbeTransfer::over)) {
            finish();
        } else if (!gone && legs.stream().anyMatch(ProbeTransfer::over)) {
            late(Reading.Outcome.BROKEN); // all at once, or it says nothing
        } else if (!gone && legs.stream().allMatch(leg -> leg.connected)) {
            gone = true;
            again(probe.sendNanos() + DRAIN_NANOS);
            legs.forEach(this::go);
        }
    }

    private void go(ProbeTransfer leg) {
        Peer sender = peers.of(leg.transfer.from());
        if (sender == null) {
            peers.station().go(leg.number);
        } else {
            sender.session.send(new ProbeGo(leg.number));
        }
    }

    private void again(long nanos) {
        Cancellable running = timer;
        if (running != null) {
            running.cancel();
        }
        timer = loop.schedule(nanos, () -> late(Reading.Outcome.BROKEN));
    }

    /** Ends the probe without a result. */
    void end() {
        late(Reading.Outcome.BROKEN);
    }

    private void late(Reading.Outcome how) {
        for (ProbeTransfer leg : legs) {
            if (!leg.over()) {
                leg.fail(how, probe.bytes());
                forget(leg);
            }
        }
        advance();
    }

    private void forget(ProbeTransfer leg) {
        if (leg.transfer.touches(Transfer.VANTAGE)) {
            peers.station().abandon(leg.number);
        }
        leg.number = 0;
    }

    private void finish() {
        over = true;
        Cancellable running = timer;
        if (running != null) {
            running.cancel();
        }
        done.accept(legs.stream().map(ProbeTransfer::reading).toList());
    }
}
