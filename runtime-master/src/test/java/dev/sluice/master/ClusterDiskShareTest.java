package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.bounds.SessionBound;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Problem;
import dev.sluice.testing.NoLeaks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Workers that know the secret and misuse the disk for large results: they get their share of it, lose their session,
 * and others go on.
 */
@NoLeaks
class ClusterDiskShareTest extends ClusterCase {
    private static final int UNITS = 40;

    /** A result of this size goes to a file [bytes]. */
    private static final int LARGE = 200_000;

    private static final int DISK = 1 << 20;

    @BeforeEach
    void begin() {
        cluster.terms().congestion = GrantMode.OFF;
        cluster.terms().resultMemoryBytes = 1 << 16;
        cluster.terms().resultDiskBytes = DISK;
    }

    private void start() {
        cluster.start(cluster.work(UNITS)); // a slot in virtual time cannot wait for a grant
    }

    private void offer(Peer peer, int results, long bytes) {
        for (int offer = 1; offer <= results; offer++) {
            peer.send(new Offer(offer, bytes, false));
        }
        cluster.loop().advance(Cluster.SECOND / 2);
    }

    private void endsWith(Peer peer, ErrorCode code) {
        cluster.await("its end", () -> peer.has(Problem.class));
        assertThat(peer.first(Problem.class).code()).isEqualTo(code);
    }

    /** Lets time pass, in which these workers say that they live and nothing else. */
    private void beat(int seconds, Peer... peers) {
        for (int second = 0; second < seconds; second++) {
            for (Peer peer : peers) {
                if (!peer.isClosed()) {
                    peer.beat();
                }
            }
            cluster.loop().advance(Cluster.SECOND);
        }
    }

    @Test
    void shouldGrantASessionItsShareOfTheDiskAndLetOthersOvertake() {
        start();
        Peer greedy = registered("greedy", 101);
        Peer good = registered("good", 102);
        offer(greedy, 8, LARGE);
        assertThat(greedy.received(Grant.class)).hasSize(DISK / 2 / LARGE);
        offer(good, 1, LARGE);
        assertThat(good.received(Grant.class)).hasSize(1);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldCompleteBesideWorkersThatAskForGrantsAndNeverSend() {
        start();
        Peer greedy = registered("greedy", 101);
        Peer vast = registered("vast", 102);
        offer(greedy, 8, LARGE);
        offer(vast, 2, Long.MAX_VALUE);
        cluster.join("honest", 2);
        beat(SessionBound.GRANT_SECONDS.most() + 1, greedy, vast);
        endsWith(greedy, ErrorCode.SESSION_BOUND);
        beat(SessionBound.GRANT_SECONDS.most() + 1, vast);
        endsWith(vast, ErrorCode.SESSION_BOUND);
        cluster.finishCompletely();
    }

    @Test
    void shouldFreeTheDiskOfASessionThatEnded() {
        start();
        Peer vast = registered("vast", 101);
        Peer good = registered("good", 102);
        offer(vast, 1, DISK);
        offer(good, 1, LARGE);
        assertThat(vast.received(Grant.class)).hasSize(1);
        assertThat(good.received(Grant.class)).isEmpty();
        beat(SessionBound.GRANT_SECONDS.most() + 1, vast, good);
        endsWith(vast, ErrorCode.SESSION_BOUND);
        assertThat(good.received(Grant.class)).hasSize(1);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldEndTheSessionThatSendsAByteNowAndThenAndKeepASlowOne() {
        start();
        Peer slow = registered("slow", 101);
        Peer hardly = registered("hardly", 102);
        offer(slow, 1, LARGE);
        offer(hardly, 1, LARGE);
        assertThat(hardly.received(Grant.class)).hasSize(1);
        for (int second = 0; second < 2 * SessionBound.GRANT_SECONDS.most(); second++) {
            slow.sendPart(LARGE / 2 / SessionBound.GRANT_SECONDS.most());
            if (second % 3 == 0 && !hardly.isClosed()) {
                hardly.sendPart(1);
            }
            beat(1, slow, hardly);
        }
        endsWith(hardly, ErrorCode.SESSION_BOUND);
        assertThat(slow.has(Problem.class)).isFalse();
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldTakeTheFirstSizeOfAnOfferThatGrows() {
        start();
        Peer peer = registered("grows", 101);
        offer(peer, 1, LARGE);
        offer(peer, 1, DISK);
        assertThat(peer.received(Grant.class)).hasSize(1);
        peer.send(Peer.large(1, LARGE + 1));
        endsWith(peer, ErrorCode.SESSION_BOUND);
        Peer again = cluster.scripted();
        again.register("grows", 1, 101);
        endsWith(again, ErrorCode.SESSION_BOUND);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldFreeTheDiskOfAnOfferThatWaitedForTheLinkWhenItsCycleEnded() {
        cluster.terms().congestion = GrantMode.SERIAL;
        Work work = cluster.work(UNITS, 100 * UNITS);
        cluster.start(work);
        Peer sends = registered("sends", 0, 101); // without slots it gets no unit, for which the cycle would wait
        Peer waits = registered("waits", 0, 102);
        offer(sends, 1, LARGE);
        offer(waits, 1, LARGE);
        assertThat(sends.received(Grant.class)).hasSize(1);
        assertThat(waits.received(Grant.class)).isEmpty();
        cluster.join("honest", 2);
        cluster.await("the next cycle", () -> work.cyclesBegun() == 2);
        waits.send(new Offer(2, DISK - LARGE, false));
        cluster.loop().advance(Cluster.SECOND / 2);
        assertThat(waits.received(Grant.class)).hasSize(1);
        cluster.finishCompletely();
    }

    @Test
    void shouldEndTheSessionThatSendsALargeResultWithoutAGrant() {
        start();
        Peer peer = registered("sends", 101);
        offer(peer, 8, LARGE);
        peer.send(Peer.large(8, LARGE));
        endsWith(peer, ErrorCode.SESSION_BOUND);
        assertThat(peer.first(Problem.class).text()).startsWith(SessionBound.RESULT.unit());
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }
}
