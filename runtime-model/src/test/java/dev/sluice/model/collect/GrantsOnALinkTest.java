package dev.sluice.model.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.collect.LinkModel.Load;
import dev.sluice.model.collect.LinkModel.Path;
import dev.sluice.testing.SeededTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the number of grants on modelled links, in virtual time. */
class GrantsOnALinkTest {
    private static final long MILLI = 1_000_000;

    private static GrantDesk adaptive() {
        return new GrantDesk(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
    }

    /**
     * Asserts that adaptive grants have nearly the goodput of the best fixed number, and returns the latter [bytes/ns].
     */
    private static double assertNearTheBest(Path path, Load load, int cycles, long seed) {
        return assertNearTheBest(0.95, path, load, cycles, seed);
    }

    private static double assertNearTheBest(double least, Path path, Load load, int cycles, long seed) {
        GrantDesk desk = adaptive();
        double goodput = LinkModel.with(desk, path, load, seed).run(cycles);
        double best = LinkModel.bestFixed(path, load, cycles, seed);
        assertThat(goodput / best).as("of the best, by %s", desk.history()).isGreaterThanOrEqualTo(least);
        return best;
    }

    /** 100 Mbit/s behind a buffer of 20 KiB, as measured with 1, 2, 4 and 12 senders [Mbit/s]; between them, a line. */
    private static double shallow(int connections, SplittableRandom random) {
        double[] at = {1, 2, 4, 12};
        double[] least = {90, 76, 36, 27};
        double[] most = {95, 93, 56, 65};
        int i = connections < 2 ? 0 : connections < 4 ? 1 : 2;
        double part = Math.min(1, (connections - at[i]) / (at[i + 1] - at[i]));
        double low = least[i] + part * (least[i + 1] - least[i]);
        double high = most[i] + part * (most[i + 1] - most[i]);
        return random.nextDouble(low, high) * LinkModel.MBIT;
    }

    @ParameterizedTest
    @CsvSource({"100, 80, 1000, 16", "50, 20, 150, 12", "200, 40, 10000, 10", "20, 300, 1000, 32"})
    void shouldFindHowManyALongCleanPathNeeds(long roundTripMillis, double connection, double port, int senders) {
        Path path = Path.clean(roundTripMillis * MILLI, connection, port);
        Load load = new Load(senders, 2, 400, 1 << 20);
        double best = assertNearTheBest(path, load, 1, 1);
        assertThat(LinkModel.fixed(1, path, load, 1)).as("one at a time").isLessThan(0.6 * best);
    }

    @SeededTest(runs = 20)
    void shouldSendOneAtATimeIntoAShallowBuffer(SplittableRandom random) {
        Path path = new Path(MILLI, 1000 * LinkModel.MBIT, (n, now, chance) -> shallow(n, chance), (n, chance) -> 0);
        Load load = new Load(12, 2, 30, 2_000_000);
        long seed = random.nextLong();
        double best = assertNearTheBest(path, load, 1, seed);
        assertThat(LinkModel.fixed(12, path, load, seed)).as("twelve at once").isLessThan(0.7 * best);
    }

    /** An application of short cycles: each sender has one short result in each, and all begin together. */
    @SeededTest(runs = 20)
    void shouldLearnOverCyclesThatAreTooShortToLearnIn(SplittableRandom random) {
        Path path = new Path(MILLI, 1000 * LinkModel.MBIT, (n, now, chance) -> shallow(n, chance), (n, chance) -> 0);
        Load load = new Load(12, 1, 1, 200_000);
        long seed = random.nextLong();
        assertNearTheBest(path, load, 100, seed);
    }

    /**
     * Short results that begin together, where each may lose its first packets. A trial costs a retransmission timeout
     * now and then, which takes longer than a whole cycle.
     */
    @SeededTest(runs = 20)
    void shouldLearnFromShortResultsThatWaitForTheirTimers(SplittableRandom random) {
        Path path = new Path(
                MILLI,
                1000 * LinkModel.MBIT,
                (n, now, chance) -> 95 * LinkModel.MBIT,
                (n, chance) ->
                        chance.nextDouble() < Math.min(0.3, 0.03 * (n - 1)) ? 200 * MILLI << chance.nextInt(2) : 0);
        Load load = new Load(12, 1, 1, 200_000);
        long seed = random.nextLong();
        double best = assertNearTheBest(0.93, path, load, 100, seed);
        assertThat(LinkModel.fixed(12, path, load, 100, seed))
                .as("twelve at once")
                .isLessThan(0.7 * best);
    }

    /**
     * Bursts that vary by a quarter, whatever their number of grants. Two at once lose about 15 % on average, so that
     * one lucky burst proves nothing.
     */
    @SeededTest(runs = 20)
    void shouldNotBelieveALuckyBurst(SplittableRandom random) {
        long weather = random.nextLong();
        Path path = new Path(
                MILLI,
                1000 * LinkModel.MBIT,
                (n, now, chance) -> new SplittableRandom(weather + now / 1_000 / MILLI).nextDouble(70, 120)
                        * Math.max(0.4, 1 - 0.15 * (n - 1))
                        * LinkModel.MBIT,
                (n, chance) -> 0);
        Load load = new Load(12, 1, 1, 200_000);
        assertNearTheBest(0.85, path, load, 120, random.nextLong());
    }

    /** The same over a path on which one result at a time is too few. */
    @Test
    void shouldClimbOverShortCycles() {
        Path path = Path.clean(40 * MILLI, 100, 1000);
        Load load = new Load(12, 1, 1, 1 << 20);
        assertNearTheBest(path, load, 300, 1);
    }

    /**
     * The port is never slower, but losses leave a connection to its retransmission timeout of 200 ms, so that each
     * trial costs time.
     */
    @SeededTest(runs = 20)
    void shouldRetreatWhereTransfersStall(SplittableRandom random) {
        Path path = new Path(
                MILLI,
                50 * LinkModel.MBIT,
                (n, now, chance) -> 100 * LinkModel.MBIT,
                (n, chance) -> n > 3 && chance.nextInt(8) < n - 3 ? 200 * MILLI << chance.nextInt(3) : 0);
        Load load = new Load(12, 2, 40, 2_000_000);
        long seed = random.nextLong();
        assertNearTheBest(0.94, path, load, 1, seed);
    }

    @Test
    void shouldKeepWhatItKnowsWhenTheCapacityHalves() {
        Path path = new Path(
                40 * MILLI,
                50 * LinkModel.MBIT,
                (n, now, random) -> (now < 20_000 * MILLI ? 400 : 200) * LinkModel.MBIT,
                (n, random) -> 0);
        Load load = new Load(12, 2, 200, 1 << 20);
        assertNearTheBest(path, load, 1, 1);
    }

    @Test
    void shouldFollowAPortThatBecomesShallowAndHealsAgain() {
        Path path = new Path(
                20 * MILLI,
                25 * LinkModel.MBIT,
                (n, now, random) ->
                        now > 30_000 * MILLI && now < 90_000 * MILLI ? shallow(n, random) : 100 * LinkModel.MBIT,
                (n, random) -> 0);
        Load load = new Load(12, 2, 150, 1 << 20);
        assertNearTheBest(path, load, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({"10000, 10000", "1000, 10000", "1000, 1000"})
    void shouldCostLittleOnACleanFastPort(double connection, double port) {
        Path path = Path.clean(MILLI / 5, connection, port);
        Load load = new Load(12, 2, 500, 2_000_000);
        double off = LinkModel.with(new GrantDesk(GrantMode.OFF, GrantConfig.DEFAULT), path, load, 1)
                .run();
        GrantDesk desk = adaptive();
        double goodput = LinkModel.with(desk, path, load, 1).run();
        assertThat(goodput / off).as("of OFF, by %s", desk.history()).isGreaterThanOrEqualTo(0.98);
    }

    @SeededTest(runs = 60)
    void shouldStayBetweenOneAndTheSenders(SplittableRandom random) {
        int senders = 1 + random.nextInt(10);
        Path path = new Path(
                random.nextLong(100 * MILLI),
                (1 + random.nextInt(1000)) * LinkModel.MBIT,
                (n, now, chance) -> (1 + chance.nextInt(1000)) * LinkModel.MBIT,
                (n, chance) -> chance.nextInt(50) == 0 ? chance.nextLong(2000 * MILLI) : 0);
        LinkModel link = LinkModel.with(adaptive(), path, new Load(senders, 1, 30, 1 + random.nextInt(3 << 20)), 1);
        assertThat(link.run()).isPositive();
        assertThat(link.highestLimit).isBetween(1, senders);
    }

    @Test
    void shouldSendOneAtATimeInSerialMode() {
        Path path = Path.clean(MILLI, 100, 1000);
        LinkModel link = LinkModel.with(
                new GrantDesk(GrantMode.SERIAL, GrantConfig.DEFAULT), path, new Load(5, 2, 20, 1 << 20), 1);
        link.run();
        assertThat(link.mostOutstanding).isEqualTo(1);
    }
}
