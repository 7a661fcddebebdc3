package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.gain.RunFigures.HostFigures;
import dev.sluice.insight.gain.RunFigures.LinkFigures;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.rules.TransportKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AttributionTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final HostFigures NEAR = new HostFigures("near", 4, 0.1, 0.8, 1);
    private static final HostFigures FAR = new HostFigures("far", 4, 0.1, 0.8, 3);
    private static final LinkFigures WAN = new LinkFigures("wan", Set.of("far"), 5e4, 5e4);

    /** The link lets, of 32 units/s on each host, 25 pass to far. */
    private static final RunFigures RUN = new RunFigures(List.of(NEAR, FAR), List.of(WAN), 2_000, 2_000, 0.001, 2, 500);

    private static RunFigures withFar(HostFigures other) {
        return RUN.withHosts(List.of(NEAR, other));
    }

    private static RunFigures withNear(HostFigures other) {
        return RUN.withHosts(List.of(other, FAR));
    }

    private static Arguments wrong(String figure, UnaryOperator<RunFigures> halvedOrDoubled) {
        return Arguments.of(figure, halvedOrDoubled.apply(RUN));
    }

    static Stream<Arguments> figures() {
        return Stream.of(
                wrong("time of a unit on near", run -> withNear(new HostFigures("near", 4, 0.2, 0.8, 1))),
                wrong("share of a processor on near", run -> withNear(new HostFigures("near", 4, 0.1, 0.4, 1))),
                wrong("start of far", run -> withFar(new HostFigures("far", 4, 0.1, 0.8, 6))),
                wrong("number of slots", run -> withNear(new HostFigures("near", 2, 0.1, 0.8, 1))),
                wrong("number of slots", run -> run.withHosts(List.of(FAR))),
                wrong(
                        "rate from wan",
                        run -> run.withLinks(List.of(new LinkFigures("wan", Set.of("far"), 5e4, 2.5e4)))),
                wrong("bytes of an input", run -> run.withBytes(4_000, 2_000)),
                wrong("bytes of a result", run -> run.withBytes(2_000, 4_000)),
                wrong("time to accept a result", run -> run.withAcceptSeconds(0.1)),
                wrong("number of cycles", run -> run.withCycles(4)));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void shouldNameTheOneFigureThatWasWrong(String figure, RunFigures measured) {
        double miss = measured.seconds() - RUN.seconds();
        assertThat(miss).isPositive();
        Blame blame = Attribution.ofTime(RUN, measured, miss);
        assertThat(blame.what()).isEqualTo(figure);
        assertThat(blame.effectSeconds()).isCloseTo(miss, within(1e-9));
        Blame other = Attribution.ofTime(measured, RUN, -miss);
        assertThat(other.what()).as("the same the other way round").isEqualTo(figure);
    }

    @Test
    void shouldNameTheShareThatMadeARunFaster() {
        RunFigures assumed = withNear(new HostFigures("near", 4, 0.1, 0.48, 1));
        RunFigures measured = withNear(new HostFigures("near", 4, 0.1, 0.97, 1));
        Blame blame = Attribution.ofTime(assumed, measured, measured.seconds() - assumed.seconds());
        assertThat(blame.sentence())
                .isEqualTo("the model was wrong about the share of a processor on near: assumed 0.480, measured 0.970");
    }

    @Test
    void shouldNameNothingThatExplainsLittle() {
        RunFigures measured = withNear(new HostFigures("near", 4, 0.105, 0.8, 1));
        double explained = measured.seconds() - RUN.seconds();
        assertThat(Attribution.ofTime(RUN, measured, 10 * explained)).isNull();
        assertThat(Attribution.ofTime(RUN, measured, -explained))
                .as("it goes in the other direction")
                .isNull();
    }

    /** A worker with ten units of this time, which used a processor for a part of it. */
    private static RunReport.WorkerLine line(String host, double unitSeconds, double share) {
        double compute = 10 * unitSeconds;
        return new RunReport.WorkerLine(
                "w1",
                host,
                TransportKind.TLS,
                1,
                10,
                20,
                20,
                compute,
                share * compute,
                share,
                CauseTimes.ZERO,
                List.of());
    }

    @Test
    void shouldOnlyAccuseAFigureThatTheTableOfWorkersShows() {
        List<RunReport.WorkerLine> lines = List.of(line("f1", 2, 0.5), line("f2", 3, 1));
        Blame unit = new Blame("time of a unit", "on f1", 4, 2.1, "s", 1);
        assertThat(FigureSources.isShown(unit, lines)).isTrue();
        assertThat(FigureSources.isShown(new Blame("time of a unit", "on f1", 4, 0.01, "s", 1), lines))
                .as("the table says 2 s")
                .isFalse();
        assertThat(FigureSources.isShown(new Blame("time of a unit", "on 2 hosts", 4, 2.5, "s", 1), lines))
                .isTrue();
        assertThat(FigureSources.isShown(new Blame("share of a processor", "on f2", 0.5, 0.97, "", 1), lines))
                .isTrue();
        assertThat(FigureSources.isShown(new Blame("share of a processor", "on f1", 0.9, 0.01, "", 1), lines))
                .isFalse();
        assertThat(FigureSources.isShown(new Blame("number of cycles", "", 3, 4, "", 1), lines))
                .isTrue();
    }

    @Test
    void shouldNameAFigureThatIsWrongOnSeveralHosts() {
        List<HostFigures> slow = new ArrayList<>();
        RUN.hosts().forEach(host -> slow.add(new HostFigures(host.host(), 4, 0.1, 0.3, host.startSeconds())));
        RunFigures measured = RUN.withHosts(slow);
        Blame blame = Attribution.ofTime(RUN, measured, measured.seconds() - RUN.seconds());
        assertThat(blame.what()).isEqualTo("share of a processor on 2 hosts");
    }

    @Test
    void shouldNameALinkThatWasTakenToLimitNothing() {
        RunFigures assumed = RUN.withLinks(List.of());
        Blame blame = Attribution.ofTime(assumed, RUN, RUN.seconds() - assumed.seconds());
        assertThat(blame.sentence())
                .isEqualTo("the model was wrong about the rate from wan: assumed no limit, measured 0.400 Mbit/s");
    }

    @Test
    void shouldComputeTheTimeOfARunInWhichHostsJoin() {
        // 64 units by the first host until the second comes, then 57 a second.
        assertThat(RUN.rate()).isCloseTo(57, within(1e-9));
        assertThat(RUN.seconds()).isCloseTo(3 + (1_000 - 64) / 57.0, within(1e-9));
        RunFigures free = new RunFigures(List.of(NEAR), List.of(), 0, 0, 0, 1, 16);
        assertThat(free.seconds()).isCloseTo(1.5, within(1e-9));
        assertThat(new RunFigures(List.of(), List.of(), 0, 0, 0, 1, 16).seconds())
                .isEqualTo(INFINITE);
    }
}
