package dev.sluice.master;

import dev.sluice.api.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Clients of an episode that know the secret and mean no good. */
final class Intruders {
    /** Messages of a client that says anything, and tasks of the loop between two of them. */
    private static final int LIES = 400;

    private static final int PAUSE = 20;

    private final Cluster cluster;
    private final Results<Long> mode;
    private final boolean mayLie;
    private final List<HostileClient> liars = new ArrayList<>();
    private final List<GarbageSender> senders = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private int said;
    private int nextLie;

    Intruders(Cluster cluster, Results<Long> mode, boolean mayLie) {
        this.cluster = cluster;
        this.mode = mode;
        this.mayLie = mayLie;
    }

    /** A client is an intruder only beside an honest worker: alone, it is believed that a unit fails. */
    boolean come(Fault fault) {
        if (cluster.master().core().registry().connections().isEmpty()) {
            return false;
        }
        if (fault.kind() == Fault.Kind.GARBAGE && senders.isEmpty()) {
            Peer peer = cluster.scripted();
            peer.register("garbage", 1 + fault.which() % 2, 2_000 + senders.size());
            peers.add(peer);
            senders.add(new GarbageSender(peer, mode, fault.which() % 3 == 0));
        } else if (fault.kind() == Fault.Kind.LIES && mayLie && liars.isEmpty()) {
            liars.add(new HostileClient(cluster, new SplittableRandom(fault.which()), 0));
        } else {
            return false;
        }
        return true;
    }

    boolean areBusy() {
        return !liars.isEmpty() && said < LIES || peers.stream().anyMatch(peer -> !peer.isClosed());
    }

    /** The number of tasks of the loop after which they say more. */
    int nextLie() {
        return nextLie;
    }

    void say(int tasks) {
        nextLie = tasks + PAUSE;
        liars.forEach(liar -> said += liar.say(4));
        for (int i = 0; i < peers.size(); i++) {
            if (!peers.get(i).isClosed()) {
                senders.get(i).send();
            }
        }
    }

    void fallSilent() {
        liars.forEach(HostileClient::fallSilent);
    }

    /** Tells whether the one that sent garbage was sent away for it. */
    boolean areRefused() {
        return senders.stream().allMatch(GarbageSender::isRefused);
    }

    boolean sendGarbage() {
        return !senders.isEmpty();
    }
}
