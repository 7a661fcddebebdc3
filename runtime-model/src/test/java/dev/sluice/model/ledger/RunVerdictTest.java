package dev.sluice.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.RegimeWindow.LinkUse;
import dev.sluice.model.ledger.RunVerdict.Kind;
import dev.sluice.model.ledger.RunVerdict.Limit;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RunVerdictTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String SHORT = "Too short to show what limits it";

    private static CauseTimes times(Map<Cause, Integer> seconds) {
        CauseTimes all = CauseTimes.ZERO;
        for (Map.Entry<Cause, Integer> each : seconds.entrySet()) {
            all = all.plus(each.getKey(), each.getValue() * SECOND);
        }
        return all;
    }

    private static RegimeWindow run(
            double seconds, CauseTimes times, double messages, double accept, LinkUse... links) {
        return new RegimeWindow(0, seconds, times, List.of(links), messages, accept, accept, 0, List.of());
    }

    private static RunVerdict verdict(Map<Cause, Integer> seconds, LinkUse... links) {
        CauseTimes times = times(seconds);
        return RunVerdict.of(run(20, times, 0, 0, links), times, 1, "");
    }

    private static String sentence(double runSeconds, Map<Cause, Integer> seconds) {
        CauseTimes times = times(seconds);
        return RunVerdict.of(run(runSeconds, times, 0, 0), times, 1, "").sentence();
    }

    @Test
    void shouldNameTheGreatestShareOfTheSlotsTime() {
        assertThat(verdict(Map.of(Cause.COMPUTE, 97, Cause.MASTER, 3)).sentence())
                .isEqualTo("Computing limits the run (97 % of the slots' time). More slots or hosts would help.");
        assertThat(verdict(Map.of(Cause.COMPUTE, 38, Cause.STARTING, 62)).sentence())
                .isEqualTo("The start of the workers limits the run (62 % of the slots' time)."
                        + " Longer runs will not be affected.");
        assertThat(verdict(Map.of(Cause.COMPUTE, 20, Cause.NO_WORK, 80)).sentence())
                .startsWith("A lack of work limits the run (80 %");
        assertThat(verdict(Map.of(Cause.COMPUTE, 10, Cause.RUNTIME, 90)).sentence())
                .endsWith("Larger units would help.");
        assertThat(verdict(Map.of(Cause.COMPUTE, 20, Cause.SETUP, 80)).sentence())
                .startsWith("The setup limits the run");
        assertThat(verdict(Map.of(Cause.COMPUTE, 85, Cause.NO_WORK, 10, Cause.STARTING, 5))
                        .limits())
                .as("a tenth without work does not limit a run that computes for the rest")
                .extracting(Limit::kind)
                .containsExactly(Kind.COMPUTING);
    }

    @Test
    void shouldNotAdviseSlotsThatWouldHaveNoUnit() {
        CauseTimes times = times(Map.of(Cause.COMPUTE, 97, Cause.MASTER, 3));
        assertThat(RunVerdict.of(
                                run(20, times, 0, 0),
                                times,
                                1,
                                RunVerdict.remedy(8, 8, "this machine's 2 cores are busy"))
                        .sentence())
                .endsWith("Each unit has a slot of its own: smaller units would help.");
        assertThat(RunVerdict.remedy(9, 8, "")).isEmpty();
        assertThat(RunVerdict.remedy(0, 8, "")).isEmpty();
        CauseTimes half = times(Map.of(Cause.COMPUTE, 48, Cause.NO_WORK, 52));
        assertThat(RunVerdict.of(run(20, half, 0, 0), half, 1, RunVerdict.remedy(1, 2, ""))
                        .sentence())
                .startsWith("A lack of work and computing limit")
                .endsWith("Each unit has a slot of its own: smaller units would help.");
        RunVerdict verdict = RunVerdict.of(run(20, times, 0, 0), times, 1, "");
        assertThat(verdict.planned(8, 8, false).sentence())
                .endsWith("Each unit has a slot of its own: smaller units would help.");
        assertThat(verdict.planned(9, 8, false)).isEqualTo(verdict);
        assertThat(verdict.planned(9, 8, true).sentence()).contains("the other hosts would bring too little");
    }

    @Test
    void shouldNameTwoLimitsWithin15Percent() {
        RunVerdict two = verdict(
                Map.of(Cause.COMPUTE, 45, Cause.RESULTS_LINK, 40, Cause.MASTER, 15),
                new LinkUse("port of m", 0, 40),
                new LinkUse("link to d", 0, 40));
        assertThat(two.limits()).extracting(Limit::kind).containsExactly(Kind.COMPUTING, Kind.LINK);
        assertThat(two.sentence())
                .isEqualTo("Computing and the link to d limit the run (45 % of the slots' time, 40 % of the slots'"
                        + " time). To relieve one of them alone would help little.");
        assertThat(two.names("link to d")).isTrue();
        assertThat(two.names("port of m")).isFalse();
    }

    @Test
    void shouldNameAllLinksForWhichSlotsWaitedAlike() {
        RunVerdict both = verdict(
                Map.of(Cause.COMPUTE, 30, Cause.RESULTS_LINK, 70),
                new LinkUse("port of m", 0, 70),
                new LinkUse("link to c", 0, 33),
                new LinkUse("link to d", 0, 36),
                new LinkUse("link to e", 0, 1));
        assertThat(both.sentence())
                .startsWith("The link to d and the link to c limit the run (70 % of the slots' time).");
    }

    @Test
    void shouldNameAFullLinkAndABusyMasterThoughSlotsWaitLess() {
        RunVerdict link = verdict(
                Map.of(Cause.COMPUTE, 60, Cause.RESULTS_LINK, 40),
                new LinkUse("port of m", 0.98, 40),
                new LinkUse("link to d", 0.5, 40));
        assertThat(link.sentence()).startsWith("The port of m limits the run (98 % busy). Fewer bytes");
        CauseTimes times = times(Map.of(Cause.COMPUTE, 60, Cause.MASTER, 40));
        assertThat(RunVerdict.of(run(20, times, 0.1, 0.96), times, 1, "").sentence())
                .startsWith("The master limits the run (96 % busy). Look at accept");
    }

    @Test
    void shouldNotAccuseALinkForWhichSlotsHardlyWaitedWhileTheyWaitedForOthers() {
        RunVerdict verdict = verdict(
                Map.of(Cause.COMPUTE, 53, Cause.RESULTS_LINK, 37, Cause.STARTING, 7),
                new LinkUse("port of a", 0, 37e9),
                new LinkUse("link to b", 0.72, 2e9),
                new LinkUse("link to c", 0.76, 15e9),
                new LinkUse("link to d", 0.6, 20e9));
        assertThat(verdict.sentence()).startsWith("The link to c limits the run (76 % busy).");
    }

    @Test
    void shouldAskForALookAtAcceptOnlyIfTheApplicationTakesTheTime() {
        CauseTimes times = times(Map.of(Cause.COMPUTE, 60, Cause.MASTER, 40));
        for (RegimeWindow own : List.of(
                new RegimeWindow(0, 20, times, List.of(), 0.1, 0.8, 0.1, 0, List.of()),
                new RegimeWindow(0, 20, times, List.of(), 0.9, 0.5, 0.5, 0, List.of()),
                new RegimeWindow(
                        0,
                        20,
                        times(Map.of(Cause.COMPUTE, 40, Cause.MASTER, 60)),
                        List.of(),
                        0.1,
                        0.1,
                        0,
                        0,
                        List.of()),
                new RegimeWindow(0, 20, times, List.of(), 0.1, 0.8, 0.35, 0, List.of()))) {
            assertThat(RunVerdict.of(own, own.times(), 1, "").sentence())
                    .startsWith("The master limits the run (")
                    .endsWith("Larger units or smaller results would help.");
            assertThat(own.ofApplication(0)).isFalse();
        }
        RegimeWindow ofApplication = new RegimeWindow(0, 20, times, List.of(), 0.6, 0.8, 0.7, 0, List.of());
        assertThat(RunVerdict.of(ofApplication, times, 1, "").sentence())
                .endsWith("Look at accept, unit, endCycle and cycle.");
        assertThat(ofApplication.ofApplication(0)).isTrue();
    }

    /** One call of accept took 90 of 100 s: results could not travel meanwhile, and then there was no work. */
    @Test
    void shouldNameTheApplicationWhereOneCallHeldTheRun() {
        CauseTimes times = times(Map.of(Cause.COMPUTE, 10, Cause.RESULTS_LINK, 45, Cause.NO_WORK, 40, Cause.SETUP, 5));
        RegimeWindow held = new RegimeWindow(0, 100, times, List.of(), 0.01, 0.1, 0.1, 0.9, List.of());
        assertThat(RunVerdict.of(held, times, 1, "").sentence())
                .isEqualTo("The master limits the run (90 % busy). Look at accept, unit, endCycle and cycle.");
        RegimeWindow brief = new RegimeWindow(0, 100, times, List.of(), 0.01, 0.1, 0.1, 0.01, List.of());
        assertThat(RunVerdict.of(brief, times, 1, "").sentence()).doesNotContain("accept");
    }

    @Test
    void shouldKnowBusyProcessors() {
        CauseTimes times = times(Map.of(Cause.COMPUTE, 97, Cause.MASTER, 3));
        assertThat(RunVerdict.of(
                                run(20, times, 0, 0),
                                times,
                                1,
                                RunVerdict.remedy(9, 8, "this machine's 2 cores are busy"))
                        .sentence())
                .endsWith(" This machine's 2 cores are busy: another host would help.");
    }

    @Test
    void shouldSayNothingOfShortRunsAndOfTimeThatIsNotKnown() {
        Map<Cause, Integer> waiting = Map.of(Cause.COMPUTE, 50, Cause.MASTER, 30, Cause.STARTING, 20);
        assertThat(sentence(1.9, waiting)).startsWith(SHORT);
        assertThat(sentence(2, waiting)).startsWith("Computing limits the run");
        assertThat(sentence(1, Map.of(Cause.COMPUTE, 40, Cause.STARTING, 60))).startsWith("The start of the workers");
        assertThat(sentence(1, Map.of(Cause.COMPUTE, 95, Cause.MASTER, 5))).startsWith("Computing");
        CauseTimes times = times(waiting);
        RunVerdict early = RunVerdict.of(run(20, times, 0, 0), times, 0.89, "");
        assertThat(early.limits()).isEmpty();
        assertThat(early.sentence()).startsWith("Too little of the slots' time is known");
        CauseTimes unsaid = times(Map.of(Cause.RUNTIME, 100)); // a worker that ended before its first beat
        assertThat(RunVerdict.of(run(1, unsaid, 0, 0), unsaid, 0.05, "").sentence())
                .isEqualTo(early.sentence());
        assertThat(sentence(20, Map.of(Cause.STARTING, 5))).isEqualTo("No unit was computed.");
        assertThat(sentence(20, Map.of())).isEqualTo("No slots joined.");
    }

    @Test
    void shouldNotCountParkedSlots() {
        assertThat(verdict(Map.of(Cause.COMPUTE, 19, Cause.MASTER, 1, Cause.PARKED, 80))
                        .sentence())
                .startsWith("Computing limits the run (95 %");
    }

    @SeededTest(runs = 300)
    void shouldNameOnlyLimitsNearTheGreatestLoad(RandomGenerator random) {
        CauseTimes times = CauseTimes.ZERO.plus(Cause.COMPUTE, 1);
        for (Cause cause : Cause.values()) {
            times = times.plus(cause, random.nextInt(4) == 0 ? random.nextLong(100 * SECOND) : random.nextLong(SECOND));
        }
        List<LinkUse> links = new ArrayList<>(List.of(new LinkUse("port of m", random.nextDouble(), 1)));
        for (int i = random.nextInt(5); i > 0; i--) {
            links.add(new LinkUse("link to h" + i, random.nextDouble(), random.nextDouble(1e9)));
        }
        RegimeWindow run = new RegimeWindow(
                0,
                20,
                times,
                links,
                random.nextDouble(),
                random.nextDouble(),
                0.5,
                random.nextInt(2) * random.nextDouble(),
                List.of());
        RunVerdict verdict = RunVerdict.of(run, times, 1, "");
        assertThat(verdict.limits()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        double most = verdict.limits().get(0).share();
        assertThat(verdict.limits())
                .allSatisfy(limit -> assertThat(limit.share()).isBetween(0.85 * most, most + 1e-9))
                .allSatisfy(limit -> assertThat(verdict.sentence().toLowerCase(java.util.Locale.ROOT))
                        .contains(limit.words().toLowerCase(java.util.Locale.ROOT)));
        assertThat(verdict.sentence().split(" ", -1)).as(verdict.sentence()).hasSizeLessThan(45);
    }
}
