package dev.sluice.model.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrantDeskTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long MANY = Long.MAX_VALUE;

    private final GrantDesk serial = new GrantDesk(GrantMode.SERIAL, GrantConfig.DEFAULT);

    private static ResultOffer offer(int worker, long id, long bytes) {
        return new ResultOffer(new WorkerId(worker), id, bytes, false);
    }

    private static ResultOffer urgent(int worker, long id, long bytes) {
        return new ResultOffer(new WorkerId(worker), id, bytes, true);
    }

    @Test
    void shouldGrantTheShortestFirst() {
        serial.offered(offer(1, 1, 3000), 0);
        serial.offered(offer(2, 1, 1000), 0);
        serial.offered(offer(3, 1, 2000), 0);
        assertThat(serial.grant(MANY, 1)).containsExactly(offer(2, 1, 1000));
        assertThat(serial.grant(MANY, 1)).isEmpty();
        serial.delivered(new WorkerId(2), 1, 2);
        assertThat(serial.grant(MANY, 2)).containsExactly(offer(3, 1, 2000));
        assertThat(serial.outstanding()).isEqualTo(1);
        assertThat(serial.waiting()).isEqualTo(1);
    }

    @Test
    void shouldGrantUrgentOffersFirst() {
        serial.offered(offer(1, 1, 1), 0);
        serial.offered(urgent(2, 1, 1_000_000), 0);
        assertThat(serial.grant(MANY, 0)).containsExactly(urgent(2, 1, 1_000_000));
    }

    @Test
    void shouldTakeAnOfferOnceThoughItMayBecomeUrgent() {
        serial.offered(offer(1, 1, 5), 0);
        serial.offered(offer(2, 1, 1), 0);
        serial.offered(urgent(1, 1, 5), 1);
        assertThat(serial.waiting()).isEqualTo(2);
        assertThat(serial.grant(MANY, 1)).containsExactly(urgent(1, 1, 5));
        serial.offered(urgent(1, 1, 5), 2);
        assertThat(serial.waiting()).isEqualTo(1);
    }

    @Test
    void shouldPreferAWorkerThatSendsNothingAmongEquals() {
        GrantDesk desk = new GrantDesk(GrantMode.OFF, GrantConfig.DEFAULT);
        desk.offered(offer(1, 1, 1000), 0);
        desk.offered(offer(1, 2, 1000), 0);
        desk.offered(offer(2, 1, 1000), 0);
        assertThat(desk.grant(MANY, 0)).containsExactly(offer(1, 1, 1000), offer(2, 1, 1000), offer(1, 2, 1000));
    }

    @Test
    void shouldKnowThatASlowWorkersTransferTakesLonger() {
        transfer(serial, offer(1, 1, 1_000_000), 0, SECOND);
        transfer(serial, offer(2, 1, 1_000_000), SECOND, SECOND + 10 * MILLI);
        long now = 2 * SECOND;
        serial.offered(offer(1, 2, 500_000), now);
        serial.offered(offer(2, 2, 1_000_000), now);
        assertThat(serial.grant(MANY, now)).containsExactly(offer(2, 2, 1_000_000));
    }

    private static void transfer(GrantDesk desk, ResultOffer offer, long from, long to) {
        desk.offered(offer, from);
        assertThat(desk.grant(MANY, from)).containsExactly(offer);
        desk.delivered(offer.worker(), offer.id(), to);
    }

    @Test
    void shouldNotLetShorterOrUrgentOnesStarveALongOne() {
        serial.offered(offer(1, 1, 100_000_000), 0);
        boolean granted = false;
        long now = 0;
        for (int i = 0; i < 10_000 && !granted; i++) {
            ResultOffer rival = i % 2 == 0 ? urgent(2, i, 1_000_000) : offer(2, i, 1_000_000);
            serial.offered(rival, now);
            for (ResultOffer next : serial.grant(MANY, now)) {
                now += 10 * MILLI;
                serial.delivered(next.worker(), next.id(), now);
                granted |= next.worker().number() == 1;
            }
        }
        assertThat(granted).isTrue();
    }

    @Test
    void shouldKeepTheBudgetButAlwaysLetOneGo() {
        GrantDesk desk = new GrantDesk(GrantMode.OFF, GrantConfig.DEFAULT);
        for (int worker = 1; worker <= 4; worker++) {
            desk.offered(offer(worker, 1, 100), 0);
        }
        assertThat(desk.grant(250, 0)).hasSize(2);
        assertThat(desk.grant(50, 0)).isEmpty();
        desk.delivered(new WorkerId(1), 1, 1);
        assertThat(desk.grant(0, 1)).isEmpty();
        desk.delivered(new WorkerId(2), 1, 1);
        assertThat(desk.grant(0, 1)).as("nothing is on its way").hasSize(1);
    }

    @Test
    void shouldFreeThePlacesOfWorkersThatAreGoneAndOfWithdrawnResults() {
        serial.offered(offer(1, 1, 10), 0);
        serial.offered(offer(1, 2, 10), 0);
        serial.offered(offer(2, 1, 20), 0);
        serial.offered(offer(3, 1, 30), 0);
        assertThat(serial.grant(MANY, 0)).containsExactly(offer(1, 1, 10));
        serial.gone(new WorkerId(1));
        assertThat(serial.waiting()).isEqualTo(2);
        assertThat(serial.grant(MANY, 0)).containsExactly(offer(2, 1, 20));
        serial.delivered(new WorkerId(1), 1, 1);
        assertThat(serial.outstanding()).isEqualTo(1);
        serial.withdrawn(new WorkerId(2), 1);
        assertThat(serial.grant(MANY, 1)).containsExactly(offer(3, 1, 30));
        serial.withdrawn(new WorkerId(3), 1);
        serial.offered(offer(1, 1, 10), 2);
        assertThat(serial.grant(MANY, 2)).as("it came back").containsExactly(offer(1, 1, 10));
    }

    @Test
    void shouldLetAnotherGoInThePlaceOfASilentTransfer() {
        transfer(serial, offer(1, 1, 1_000_000), 0, 10 * MILLI);
        serial.offered(offer(1, 2, 1_000_000), 10 * MILLI);
        assertThat(serial.grant(MANY, 10 * MILLI)).hasSize(1);
        serial.offered(offer(2, 1, 1_000_000), 11 * MILLI);
        long wake = serial.nextWakeNanos(11 * MILLI);
        assertThat(wake).isGreaterThan(SECOND).isLessThan(3 * SECOND);
        assertThat(serial.grant(MANY, wake - 1)).isEmpty();
        assertThat(serial.grant(MANY, wake)).containsExactly(offer(2, 1, 1_000_000));
        assertThat(serial.outstanding()).isEqualTo(1);
        serial.progressed(new WorkerId(1), 2, 1000, wake + 1);
        assertThat(serial.outstanding()).as("it moves again").isEqualTo(2);
    }

    @Test
    void shouldGrantAFixedNumberAtATime() {
        GrantDesk desk = new GrantDesk(GrantMode.fixed(3), GrantConfig.DEFAULT);
        for (int worker = 1; worker <= 5; worker++) {
            desk.offered(offer(worker, 1, 10), 0);
        }
        assertThat(desk.grant(MANY, 0)).hasSize(3);
        assertThat(desk.grant(MANY, SECOND)).isEmpty();
        desk.delivered(new WorkerId(1), 1, SECOND);
        assertThat(desk.grant(MANY, SECOND)).hasSize(1);
        assertThat(desk.history()).isEmpty();
    }

    @Test
    void shouldKeepWhatItHasFoundOutWhenACycleEnds() {
        GrantDesk desk = new GrantDesk(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
        long now = climb(desk);
        int found = desk.limit();
        int changes = desk.history().size();
        for (int worker = 1; worker <= 8; worker++) {
            desk.withdrawn(new WorkerId(worker));
        }
        assertThat(desk.waiting() + desk.outstanding()).isZero();
        assertThat(desk.grant(MANY, now + SECOND)).isEmpty();
        for (int worker = 1; worker <= 8; worker++) {
            desk.offered(offer(worker, 1_000_000, 100_000), now + 2 * SECOND);
        }
        assertThat(desk.grant(MANY, now + 2 * SECOND)).hasSize(found);
        assertThat(desk.history()).hasSize(changes);
    }

    @Test
    void shouldHalveWhenATransferStalls() {
        GrantDesk desk = new GrantDesk(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
        long now = climb(desk);
        int before = desk.limit();
        assertThat(desk.nextWakeNanos(now)).isLessThan(now + SECOND);
        now = desk.nextWakeNanos(now);
        desk.grant(MANY, now);
        assertThat(desk.limit()).isLessThanOrEqualTo((before + 1) / 2);
        assertThat(desk.history().get(desk.history().size() - 1).why()).isEqualTo(GrantChange.Why.STALL);
    }

    /** On a long way, a link would be idle while each grant travels. */
    @Test
    void shouldGrantTheNextResultBeforeOneEnds() {
        GrantDesk desk = new GrantDesk(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
        for (int worker = 1; worker <= 3; worker++) {
            desk.offered(offer(worker, 1, 1_000_000), 0);
        }
        assertThat(desk.grant(MANY, 0)).hasSize(1);
        WorkerId first = new WorkerId(1);
        desk.progressed(first, 1, 100_000, 200 * MILLI); // a grant takes 200 ms to have an effect
        desk.progressed(first, 1, 200_000, 300 * MILLI); // and 100 kB take 100 ms
        desk.progressed(first, 1, 700_000, 800 * MILLI);
        assertThat(desk.grant(MANY, 800 * MILLI)).as("300 ms are left").isEmpty();
        desk.progressed(first, 1, 900_000, SECOND);
        desk.delivered(first, 1, 1_100 * MILLI);
        assertThat(desk.grant(MANY, 1_100 * MILLI)).hasSize(1);
        WorkerId second = new WorkerId(2);
        desk.progressed(second, 1, 100_000, 1_300 * MILLI);
        desk.progressed(second, 1, 700_000, 1_900 * MILLI);
        assertThat(desk.grant(MANY, 1_900 * MILLI)).isEmpty();
        desk.progressed(second, 1, 850_000, 2_050 * MILLI);
        assertThat(desk.grant(MANY, 2_050 * MILLI)).as("150 ms are left").hasSize(1);
        assertThat(desk.limit()).isEqualTo(1);
    }

    /** Eight workers send over a link that more grants serve better, until g is at least 4 and has settled. */
    private static long climb(GrantDesk desk) {
        Map<Integer, Long> next = new HashMap<>();
        for (int worker = 1; worker <= 8; worker++) {
            offerNext(desk, worker, next, 0);
        }
        long now = 0;
        List<ResultOffer> sending = new ArrayList<>(desk.grant(MANY, now));
        while (desk.limit() < 4 || settling(desk, now)) {
            now += 10 * MILLI;
            for (ResultOffer done : List.copyOf(sending)) {
                desk.progressed(done.worker(), done.id(), 50_000, now);
                desk.delivered(done.worker(), done.id(), now);
                sending.remove(done);
                offerNext(desk, done.worker().number(), next, now);
            }
            sending.addAll(desk.grant(MANY, now));
        }
        return now;
    }

    /** True if the last change is too recent for a window to have begun. */
    private static boolean settling(GrantDesk desk, long now) {
        List<GrantChange> history = desk.history();
        return now - history.get(history.size() - 1).nanos() < 25 * MILLI;
    }

    private static void offerNext(GrantDesk desk, int worker, Map<Integer, Long> next, long now) {
        desk.offered(offer(worker, next.merge(worker, 1L, Long::sum), 100_000), now);
    }

    /** Random events in random order: each offer has one outcome, and grants never exceed the limit. */
    @SeededTest(runs = 300)
    void shouldGiveEachOfferOneOutcome(SplittableRandom random) {
        GrantMode mode = List.of(GrantMode.OFF, GrantMode.SERIAL, GrantMode.fixed(3), GrantMode.ADAPTIVE)
                .get(random.nextInt(4));
        GrantDesk desk = new GrantDesk(mode, GrantConfig.DEFAULT);
        long origin = random.nextLong(); // the clock may start anywhere
        long elapsed = 0;
        Set<ResultOffer> waiting = new HashSet<>();
        Set<ResultOffer> granted = new HashSet<>();
        for (int step = 0; step < 400; step++) {
            elapsed += random.nextLong(50 * MILLI);
            long now = origin + elapsed;
            if (random.nextInt(3) > 0) {
                ResultOffer offer = new ResultOffer(
                        new WorkerId(1 + random.nextInt(6)), step, random.nextLong(1 << 22), random.nextInt(5) == 0);
                desk.offered(offer, now);
                waiting.add(offer);
            }
            disturb(desk, random, waiting, granted, now);
            long budget = random.nextLong(1 << 24);
            int limit = desk.limit();
            boolean nothing = granted.isEmpty();
            List<ResultOffer> news = desk.grant(budget, now);
            long bytes = news.stream().mapToLong(ResultOffer::bytes).sum();
            assertThat(bytes <= budget || (nothing && news.size() >= 1)).isTrue();
            assertThat(waiting.containsAll(news)).as("granted once").isTrue();
            waiting.removeAll(news);
            granted.addAll(news);
            assertThat(desk.waiting()).isEqualTo(waiting.size());
            assertThat(desk.outstanding()).isLessThanOrEqualTo(granted.size());
            int early = mode == GrantMode.ADAPTIVE ? 1 : 0; // the place of a transfer that is about to end
            assertThat(news.isEmpty() || desk.outstanding() <= early + Math.max(limit, desk.limit()))
                    .isTrue();
            assertThat(desk.limit()).isPositive();
            long wake = desk.nextWakeNanos(now);
            assertThat(wake == Long.MAX_VALUE || wake - now >= 0).isTrue();
        }
        finish(desk, waiting, granted, origin + elapsed);
    }

    private static void disturb(
            GrantDesk desk, SplittableRandom random, Set<ResultOffer> waiting, Set<ResultOffer> granted, long now) {
        List<ResultOffer> all = new ArrayList<>(granted);
        all.addAll(waiting);
        if (all.isEmpty()) {
            return;
        }
        ResultOffer one = all.get(random.nextInt(all.size()));
        switch (random.nextInt(8)) {
            case 0 -> {
                desk.withdrawn(one.worker(), one.id());
                waiting.remove(one);
                granted.remove(one);
            }
            case 1 -> {
                desk.gone(one.worker());
                waiting.removeIf(offer -> offer.worker().equals(one.worker()));
                granted.removeIf(offer -> offer.worker().equals(one.worker()));
            }
            case 2 -> desk.progressed(one.worker(), one.id(), random.nextLong(one.bytes() + 1), now);
            case 3 -> desk.offered(one, now);
            case 4 -> desk.roundTrip(random.nextLong(200 * MILLI));
            default -> {
                desk.delivered(one.worker(), one.id(), now);
                waiting.remove(one);
                granted.remove(one);
            }
        }
    }

    private static void finish(GrantDesk desk, Set<ResultOffer> waiting, Set<ResultOffer> granted, long from) {
        long now = from;
        for (int round = 0; round < 1000 && !waiting.isEmpty(); round++) {
            now += MILLI;
            for (ResultOffer offer : granted) {
                desk.delivered(offer.worker(), offer.id(), now);
            }
            granted.clear();
            granted.addAll(desk.grant(MANY, now));
            waiting.removeAll(granted);
        }
        assertThat(waiting).as("all are granted in the end").isEmpty();
    }
}
