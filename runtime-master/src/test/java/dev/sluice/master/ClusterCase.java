package dev.sluice.master;

import dev.sluice.model.record.RunView;
import dev.sluice.net.message.Registered;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of one master with its workers. */
abstract class ClusterCase {
    @TempDir
    Path directory;

    Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster(directory);
    }

    /** A scripted worker with one slot, which is registered. */
    Peer registered(String host, long incarnation) {
        return registered(host, 1, incarnation);
    }

    Peer registered(String host, int slots, long incarnation) {
        Peer peer = cluster.scripted();
        peer.register(host, slots, incarnation);
        cluster.await("registered", () -> peer.has(Registered.class));
        return peer;
    }

    SubNode serving(String name) {
        SubNode node = cluster.subMaster(name);
        cluster.await(name + " serves", node::isServing);
        return node;
    }

    /** The present worker on a host. */
    WorkerEntry entry(String host) {
        return cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals(host) && !entry.gone)
                .findAny()
                .orElse(null);
    }

    static long accepted(MasterLoop master, String host) {
        return master.core().registry().entries().stream()
                .filter(entry -> entry.host.equals(host))
                .mapToLong(entry -> entry.acceptedUnits)
                .sum();
    }

    List<String> decided() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .map(RunView.Decision::what)
                .toList();
    }
}
