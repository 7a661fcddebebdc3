package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Results;
import dev.sluice.master.bounds.SessionBound;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Secret;
import dev.sluice.testing.NoLeaks;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers that know the secret and ask for more than a session may: their own session ends, and the run goes on. */
@NoLeaks
class ClusterBoundsTest extends ClusterCase {
    /** Addresses of one place. */
    private static final int PLACES = 16;

    private static final int UNITS = 300;

    @BeforeEach
    void begin() {
        cluster.start(cluster.work(UNITS));
    }

    private static void send(Peer peer, int count, IntFunction<Message> message) {
        for (int i = 1; i <= count; i++) {
            peer.send(message.apply(i));
        }
    }

    private void arrive() {
        cluster.loop().advance(Cluster.SECOND / 2);
    }

    private void endsBecauseOf(Peer peer, SessionBound bound) {
        endsBecauseOf(peer, bound, bound.most());
    }

    private void endsBecauseOf(Peer peer, SessionBound bound, long most) {
        cluster.await("its end", () -> peer.has(Problem.class));
        assertThat(peer.first(Problem.class).code()).isEqualTo(ErrorCode.SESSION_BOUND);
        assertThat(peer.first(Problem.class).text()).startsWith(bound.unit()).contains("at most " + most);
    }

    /** A place whose addresses have so many characters together. */
    private static Refuge place(int characters) {
        int each = characters / PLACES;
        List<InetSocketAddress> addresses = IntStream.range(0, PLACES)
                .mapToObj(i -> InetSocketAddress.createUnresolved(
                        "a".repeat(i == 0 ? characters - (PLACES - 1) * each : each), 1))
                .toList();
        return new Refuge(addresses, null, "0".repeat(64), Secret.create(), false);
    }

    private static Offer offer(int number) {
        return new Offer(number, 1 << 20, false);
    }

    /** Offers a result of 1 MiB, and waits for the grant. */
    private void grant(Peer peer, int number) {
        peer.send(offer(number));
        cluster.await("the grant", () -> peer.received(Grant.class).size() == number);
    }

    private void beat(Peer peer, int seconds) {
        for (int second = 0; second < seconds; second++) {
            peer.beat();
            cluster.loop().advance(Cluster.SECOND);
        }
    }

    private static SubMasterWorkers.Line line(int number) {
        return new SubMasterWorkers.Line("w" + number, "h", TransportKind.TLS, 1, 0, WorkerStats.NONE);
    }

    /** Messages that name the workers with these numbers. */
    private static void name(Peer peer, int from, int to) {
        for (int first = from; first <= to; first += SubMasterWorkers.MOST) {
            int end = Math.min(to + 1, first + SubMasterWorkers.MOST);
            peer.send(new SubMasterWorkers(IntStream.range(first, end)
                    .mapToObj(ClusterBoundsTest::line)
                    .toList()));
        }
    }

    /** A worker that registers with so many slots and cached jars. */
    private Peer registering(int slots, int jars) {
        Peer peer = cluster.scripted();
        List<String> hashes = Collections.nCopies(jars, "0".repeat(64));
        peer.send(Register.ofSlots("new", slots, "test", 1, 1, List.of(), List.of(), -1, hashes));
        return peer;
    }

    private static List<HeldUnits> held(int entries) {
        return Collections.nCopies(entries, new HeldUnits(1, 1, 0, 1));
    }

    private void exceedWithLargeResults(SessionBound bound) {
        int most = bound.most();
        switch (bound) {
            case RESULT -> {
                Peer peer = registered("sends", 1);
                peer.send(Peer.large(0, (int) LargeResults.ABOVE_BYTES));
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                peer.send(Peer.large(0, (int) LargeResults.ABOVE_BYTES + 1));
                endsBecauseOf(peer, bound, LargeResults.ABOVE_BYTES);
            }
            case UNOFFERED -> {
                Peer peer = registered("sends", 1);
                grant(peer, 1);
                peer.send(Peer.large(1, 1 << 20));
                grant(peer, 2);
                assertThat(peer.has(Problem.class)).isFalse();
                peer.send(Peer.large(2, (1 << 20) + 1));
                endsBecauseOf(peer, bound);
            }
            case GRANT_SECONDS -> {
                Peer peer = registered("waits", 1);
                grant(peer, 1);
                beat(peer, most - 1);
                assertThat(peer.has(Problem.class)).isFalse();
                beat(peer, 2);
                endsBecauseOf(peer, bound);
            }
            default -> throw new AssertionError(bound + " is about something else");
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RESULTS", "FAILURE_TEXT", "REGISTRATIONS", "WORKERS"}) // SessionBoundsTest has these
    void shouldEndTheSessionThatExceedsALimitByOne(SessionBound bound) {
        int most = bound.most();
        switch (bound) {
            case TALK -> {
                Peer peer = registered("talks", 1);
                send(peer, most, i -> new Leaving("again"));
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                send(peer, 4 * SessionBound.TALK_PER_SECOND, i -> new Leaving("again"));
                endsBecauseOf(peer, bound);
            }
            case OFFERS -> {
                Peer peer = registered("offers", 1);
                send(peer, most, ClusterBoundsTest::offer);
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                peer.send(offer(most + 1));
                endsBecauseOf(peer, bound);
            }
            case RESULT, UNOFFERED, GRANT_SECONDS -> exceedWithLargeResults(bound);
            case WORKERS_BELOW -> {
                Peer peer = registered("names", 1);
                peer.send(new SubMasterSlots(1));
                name(peer, 1, most);
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                name(peer, most + 1, most + 1);
                endsBecauseOf(peer, bound);
            }
            case PLACE -> {
                Peer peer = registered("listens", 1);
                peer.send(new SubMasterSlots(1, place(most)));
                peer.send(new SubMasterSlots(1, place(most)));
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                peer.send(new SubMasterSlots(1, place(most + 1)));
                endsBecauseOf(peer, bound);
            }
            case HELD -> {
                Peer peer = registered("brings", 1);
                peer.send(new SubMasterSlots(1));
                peer.send(new Adopted(0, held(most), List.of()));
                arrive();
                assertThat(peer.has(Problem.class)).isFalse();
                peer.send(new Adopted(0, held(most), held(1)));
                endsBecauseOf(peer, bound);
            }
            case JARS -> endsBecauseOf(registering(1, most + 1), bound);
            case SLOTS -> endsBecauseOf(registering(most + 1, 0), bound);
            default -> throw new AssertionError(bound + " has no case (expected: one here or in SessionBoundsTest)");
        }
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldSayOnceThatAWorkerLeaves() {
        Peer peer = registered("leaves", 1);
        send(peer, 1_000, i -> new Leaving("again and again"));
        arrive();
        assertThat(cluster.heard().lines().stream().filter(line -> line.endsWith(" leaves")))
                .hasSize(1);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    /** A sub-master may say much about units that it brings and keeps, not about those that it only names. */
    @Test
    void shouldAllowNoMessagesForUnitsThatAreNotKept() {
        Peer peer = registered("brings", 1);
        peer.send(new SubMasterSlots(1));
        peer.send(new Adopted(0, held(SessionBound.HELD.most()), List.of()));
        send(
                peer,
                SessionBound.TALK.most() + UNITS * SessionBound.TALK_PER_UNIT + 4 * SessionBound.TALK_PER_SECOND,
                i -> new Leaving("again"));
        endsBecauseOf(peer, SessionBound.TALK);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldKeepAnAddressOutForAWhileThatExceededALimit() {
        Peer peer = registered("offers", 1);
        send(peer, SessionBound.OFFERS.most() + 1, ClusterBoundsTest::offer);
        endsBecauseOf(peer, SessionBound.OFFERS);
        Peer again = cluster.scripted();
        again.send(Register.ofSlots("offers", 1, "test", 1, 7, List.of(), List.of(), -1, List.of()));
        cluster.await("an answer", () -> again.has(Problem.class));
        assertThat(again.first(Problem.class).code()).isEqualTo(ErrorCode.SESSION_BOUND);
        cluster.loop().advance(3 * Cluster.SECOND);
        registered("offers", 1);
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    @Test
    void shouldGiveBackTheMemoryOfSessionsThatEnded() {
        Peer peer = registered("offers", 1);
        send(peer, 1_000, ClusterBoundsTest::offer);
        arrive();
        assertThat(cluster.master().core().bounds().memory().usedBytes())
                .isEqualTo(1_000L * SessionBound.OFFERS.bytes());
        send(peer, SessionBound.OFFERS.most(), i -> offer(1_000 + i));
        endsBecauseOf(peer, SessionBound.OFFERS);
        assertThat(cluster.master().core().bounds().memory().usedBytes()).isZero();
        cluster.join("honest", 2);
        cluster.finishCompletely();
    }

    /** The scheduler has work with each slot that comes or goes, so that large changes count as many messages. */
    @Test
    void shouldEndASubMasterThatChangesManySlotsOverAndOver() {
        Peer peer = registered("flaps", 1);
        int many = 61_440;

        send(peer, 16, i -> new SubMasterSlots(i % 2 == 0 ? 0 : many));
        arrive();
        assertThat(peer.has(Problem.class)).isFalse();

        send(peer, 4, i -> new SubMasterSlots(i % 2 == 0 ? 0 : many));
        endsBecauseOf(peer, SessionBound.TALK);
    }

    /** Three sessions name more than there is memory for. Report and page are bounded, and the run is right. */
    @Test
    void shouldReportARunBesideSessionsThatNameWorkersWithoutEnd() {
        open();
        cluster.start(cluster.work(UNITS).taking(unit -> Cluster.SECOND));
        cluster.join("honest", 1);
        for (int number = 1; number <= 3; number++) {
            Peer peer = registered("names-" + number, number);
            peer.send(new SubMasterSlots(1));
            for (int first = 1; first <= SessionBound.WORKERS_BELOW.most(); first += SubMasterWorkers.MOST) {
                int from = first;
                int of = number;
                peer.send(new SubMasterWorkers(IntStream.range(from, from + SubMasterWorkers.MOST)
                        .mapToObj(each -> longLine(of, each))
                        .toList()));
            }
            arrive();
            assertThat(peer.has(Problem.class)).isFalse();
            peer.send(new Leaving("enough"));
        }
        RunEnd end = cluster.finishCompletely();
        RunCore core = cluster.master().core();
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunReport.Manner manner = RunReport.Manner.of(core.settings(), Results.each());
        RunReport report = RunReport.of(terms, core.settings(), manner, core, end, List.of());
        assertThat(report.workers().stream()
                        .mapToInt(worker -> worker.below().size())
                        .sum())
                .isEqualTo(RunReport.MOST_BELOW);
        RunViews views = new RunViews(core, terms, Path.of(""), () -> 1);
        views.ended(end);
        RunView page = views.now(0);
        assertThat(page.lanes()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(page.bands().rows()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(page.hosts()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(page.links()).hasSizeLessThanOrEqualTo(2_001);
    }

    private static SubMasterWorkers.Line longLine(int subMaster, int number) {
        SubMasterWorkers.Line plain = line(number);
        String host = "h" + subMaster + "-" + number + "x".repeat(200);
        return new SubMasterWorkers.Line(plain.name(), host, plain.transport(), 4, plain.accepted(), plain.stats());
    }
}
