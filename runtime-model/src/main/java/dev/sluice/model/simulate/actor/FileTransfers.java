package dev.sluice.model.simulate.actor;

import dev.sluice.model.flow.Host;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.StagedFileSources;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.network.Connection;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Models {@code FileArrival} and {@code ArrivingFiles}: brings the files of a run to hosts in equal pieces. A host asks
 * for a few pieces ahead, and passes each piece on to hosts that get the files from it. Confined to its run.
 */
final class FileTransfers {
    /** Pieces of one host in one simulation, at least and at most. */
    private static final int FEWEST_PIECES = 64;

    private static final int MOST_PIECES = 1_024;

    /** Limit of pieces of all hosts together, unless it gives a host too few. */
    private static final int ALL_PIECES = 1 << 18;

    /** Requests ahead of the pieces that have arrived. */
    private static final int LEAST_AHEAD = 4;

    private static final long BYTES_AHEAD = 16L << 20;

    private final RunContext context;
    private final List<Host> hosts;
    private final int master;
    private final StagedFiles files;
    private final int pieces;
    private final Map<Integer, Integer> sources = new HashMap<>();
    private final Map<Integer, Receiver> byHost = new HashMap<>();

    /** One host that gets the files, or has them. */
    private static final class Receiver {
        final List<Integer> receivers = new ArrayList<>();

        @Nullable
        WorkerModel worker;

        @Nullable
        Connection connection;

        long bytes;
        long fromNanos;
        int asked;
        int arrived;
    }

    FileTransfers(RunContext context, World machines) {
        this.context = context;
        this.hosts = machines.view().hosts();
        this.master = machines.master();
        this.files = context.terms().files();
        List<StagedFileSources.Step> steps = files.isNone() ? List.of() : StagedFileSources.of(machines, files);
        for (StagedFileSources.Step step : steps) {
            sources.put(step.host(), step.source());
            receiver(step.source()).receivers.add(step.host());
        }
        this.pieces = pieces(steps.size());
    }

    private int pieces(int receivers) {
        int most = context.terms().network() == NetworkKind.FAIR
                ? FEWEST_PIECES
                : Math.max(FEWEST_PIECES, Math.min(MOST_PIECES, ALL_PIECES / Math.max(1, receivers)));
        return (int) Math.max(1, Math.min(most, files.bytes() / context.terms().packetBytes()));
    }

    private Receiver receiver(int host) {
        return byHost.computeIfAbsent(host, any -> new Receiver());
    }

    /** The host that sends the files to this one: its master unless the machines have another source. */
    int source(int host, int itsMaster) {
        return sources.getOrDefault(host, itsMaster);
    }

    private long missing(int host) {
        return files.missing(hosts.get(host));
    }

    /** Tells whether a new worker on this host has to get files. */
    boolean needed(int host) {
        Receiver known = byHost.get(host);
        return missing(host) > 0 && host != master && (known == null || known.arrived < pieces);
    }

    /** Begins to bring the files to a worker whose process is up. */
    void begin(WorkerModel worker, Connection connection) {
        Receiver receiver = receiver(worker.seat.host);
        receiver.worker = worker;
        receiver.connection = connection;
        receiver.bytes = missing(worker.seat.host);
        receiver.fromNanos = context.nowNanos();
        receiver.asked = receiver.arrived; // what a process before it has fetched stays on the host
        ask(receiver, connection.latencyNanos());
    }

    /** Asks for further pieces that the source has; the request takes this long. */
    private void ask(Receiver receiver, long requestNanos) {
        WorkerModel worker = receiver.worker;
        Connection connection = receiver.connection;
        if (worker == null || connection == null || !worker.present()) {
            return;
        }
        long piece = Math.max(1, receiver.bytes / pieces);
        long ahead = Math.max(LEAST_AHEAD, (BYTES_AHEAD + piece - 1) / piece);
        int there = there(source(worker.seat.host, worker.master.host));
        while (receiver.asked < there && receiver.asked - receiver.arrived < ahead) {
            send(receiver, worker, connection, requestNanos);
            receiver.asked++;
        }
    }

    /** Number of pieces that this host has. */
    private int there(int host) {
        Receiver source = host == master || missing(host) == 0 ? null : byHost.get(host);
        return source == null ? pieces : source.arrived;
    }

    /** Sends the next piece. */
    private void send(Receiver receiver, WorkerModel worker, Connection connection, long requestNanos) {
        int number = receiver.asked;
        long bytes = context.overheads().onWire(share(receiver, number + 1) - share(receiver, number));
        int message = context.messages().add(Kind.FILE, worker.number(), bytes, number, null);
        boolean ofItsMaster = source(worker.seat.host, worker.master.host) == worker.master.host;
        double work = ofItsMaster ? context.overheads().masterSends().byteNanos() * bytes : 0;
        long sent = work > 0 ? worker.master.loop.work(work, 0) : context.nowNanos();
        context.leave(connection, message, Math.max(sent, context.nowNanos() + requestNanos));
    }

    /** Bytes of the first pieces; the last piece ends with the files. */
    private long share(Receiver receiver, int count) {
        return Math.round(receiver.bytes * (double) count / pieces);
    }

    /** Records that a piece has arrived. Starts the worker when it was the last one. */
    void arrived(WorkerModel worker) {
        Receiver receiver = receiver(worker.seat.host);
        Connection connection = receiver.connection;
        if (receiver.worker != worker || connection == null || !worker.present()) {
            return;
        }
        receiver.arrived++;
        ask(receiver, connection.latencyNanos());
        for (int host : receiver.receivers) {
            ask(receiver(host), 0);
        }
        if (receiver.arrived == pieces) {
            long now = context.nowNanos();
            context.timeline()
                    .travelled(
                            worker.seat.host, false, Timeline.Message.FILES, receiver.bytes, receiver.fromNanos, now);
            worker.start();
        }
    }

    /** Ends the transfer to a worker that is lost. */
    void cut(WorkerModel worker) {
        Receiver receiver = byHost.get(worker.seat.host);
        if (receiver != null && receiver.worker == worker && receiver.connection != null) {
            context.network().cut(receiver.connection);
        }
    }
}
