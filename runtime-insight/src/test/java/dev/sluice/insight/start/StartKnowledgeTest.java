package dev.sluice.insight.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.StartRow;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StartKnowledgeTest {
    private static final double HEADERS = 1516.0 / 1448;
    private static final Offset<Double> CLOSE = within(1e-6);

    /** Two hosts behind a line of 6 Mbit/s down, one host beside the master. */
    private static final NetworkView SITES = new NetworkView(
            "sites",
            List.of(
                    new Link("lan", Wire.UNLIMITED),
                    new Link("line", 0, new Wire(6e6 / 8, 2e6 / 8, false, 8_000_000, 0))),
            List.of(new Host("m", 0), new Host("near", 0), new Host("far1", 1), new Host("far2", 1)));

    private final List<StartRow> rows = new ArrayList<>();

    private static StartRow row(String run, String kind, String host, String link, double ssh, double jvm) {
        return new StartRow(run, Instant.EPOCH, kind, host, link, ssh, 0.25, 0, 0, jvm, 0.125, 0, 0.75, 0.5);
    }

    private static StartKnowledge.Asked asked(Set<String> holding, long jar, long files) {
        return new StartKnowledge.Asked(
                "ssh", SITES, List.of("near", "far1", "far2"), "m", "m", holding, jar, Set.of(), files);
    }

    private StartKnowledge known(Set<String> holding, long jar, long files) {
        return StartKnowledge.of(rows, asked(holding, jar, files));
    }

    @Test
    void shouldForecastAHostByItselfThenByItsLinkThenByTheWayOfLaunching() {
        rows.add(row("r2", "ssh", "far1", "line", 1, 2));
        rows.add(row("r1", "ssh", "other", "elsewhere", 10, 20));
        rows.add(row("r0", "slurm", "near", "lan", 100, 200));
        StartKnowledge known = known(Set.of("near", "far1", "far2"), 1, 0);
        double trips = 6 * 2 * 0.008;
        assertThat(known.hostSeconds().get("far1")).isCloseTo(3.375 + trips, CLOSE);
        assertThat(known.hostSeconds().get("far2")).isCloseTo(3.375 + trips, CLOSE);
        // A forecaster chooses between both values of its kind.
        assertThat(known.hostSeconds().get("near")).isBetween(3.375, 30.375);
        assertThat(known.words()).anyMatch(word -> word.contains("1 host by its own history"));
    }

    @Test
    void shouldLetHostsBehindOneLineShareItForTheJar() {
        double before = known(Set.of("near", "far1", "far2"), 3_000_000, 0)
                .hostSeconds()
                .get("far1");
        StartKnowledge one = known(Set.of("near", "far2"), 3_000_000, 0);
        StartKnowledge both = known(Set.of("near"), 3_000_000, 0);
        double alone = 3_000_000 * HEADERS / (6e6 / 8);
        assertThat(one.hostSeconds().get("far1") - before).isCloseTo(alone, CLOSE);
        assertThat(both.hostSeconds().get("far1") - before).isCloseTo(2 * alone, CLOSE);
        assertThat(both.hostSeconds().get("near")).isCloseTo(one.hostSeconds().get("near"), CLOSE);
        assertThat(both.words()).contains("Sluice's jar over line (6 Mbit/s): 8.4 s");
    }

    /** A host that comes after the end delays nothing, however uncertain its start is. */
    @Test
    void shouldCountTheErrorsOfHostsThatComputeByTheirRates() {
        StartKnowledge known = new StartKnowledge(
                0,
                Map.of("near", 1.0, "far1", 3.0, "far2", 400.0),
                Map.of("near", 0.5, "far1", 2.0, "far2", 40.0),
                0,
                List.of());
        Map<String, Double> rates = Map.of("near", 30.0, "far1", 10.0, "far2", 20.0);
        assertThat(known.errorOf(2, rates)).isCloseTo(0.5, CLOSE);
        assertThat(known.errorOf(7, rates)).isCloseTo((30 * 0.5 + 10 * 2.0) / 40, CLOSE);
        assertThat(known.errorOf(0.5, rates)).as("nobody computes").isEqualTo(40);
    }

    @Test
    void shouldStartWorkersWhenTheirMasterComputes() {
        StartKnowledge workers = new StartKnowledge(
                1, Map.of("near", 2.0, "far1", 5.0), Map.of("near", 0.3, "far1", 4.0), 9, List.of("slow line", "jar"));
        StartKnowledge master =
                new StartKnowledge(0, Map.of("host", 10.0), Map.of("host", 0.4), 3, List.of("jar", "asleep"));
        StartKnowledge both = workers.after(master, 7);
        assertThat(both.hostSeconds()).isEqualTo(Map.of("near", 12.0, "far1", 15.0));
        assertThat(both.error().get("near")).isCloseTo(0.5, CLOSE);
        assertThat(both.error().get("far1")).isCloseTo(Math.hypot(4, 0.4), CLOSE);
        assertThat(both.commandSeconds()).isEqualTo(1);
        assertThat(both.endSeconds()).isEqualTo(7);
        assertThat(both.words()).containsExactly("slow line", "jar", "asleep");
    }

    @Test
    void shouldAddTheApplicationsFiles() {
        double before = known(Set.of(), 0, 0).hostSeconds().get("far1");
        double with = known(Set.of(), 0, 750_000).hostSeconds().get("far1");
        assertThat(with - before).isCloseTo(2 * HEADERS, CLOSE);
    }

    @Test
    void shouldUseTheRateOfEarlierTransfersWhereTheViewKnowsNoLimit() {
        rows.add(new StartRow(
                "r", Instant.EPOCH, "ssh", "near", "lan", 1, 0, 4, 4_000_000, 1, 0, 0, Double.NaN, Double.NaN));
        StartKnowledge known = known(Set.of(), 1_000_000, 0);
        assertThat(known.hostSeconds().get("near")).isCloseTo(2 + HEADERS, CLOSE);
    }

    @Test
    void shouldTakeTheMedianOfRunsForTimesThatAreOfNoHost() {
        rows.add(row("r1", "ssh", "near", "lan", 1, 1));
        StartKnowledge known = known(Set.of(), 0, 0);
        assertThat(known.commandSeconds()).isEqualTo(0.75);
        assertThat(known.endSeconds()).isEqualTo(0.5);
        assertThat(known.withCommand(3).commandSeconds()).isEqualTo(3);
    }

    @Test
    void shouldForecastAMasterByEarlierMastersAndNotByTheReturnOfItsFiles() {
        rows.add(new StartRow("r", Instant.EPOCH, "master", "near", "lan", 1, 0.5, 0, 0, 3, 60, 9_000, 0.75, 0.5));
        rows.add(row("q", "ssh", "near", "lan", 7, 7));
        StartKnowledge known = StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(
                        StartKnowledge.MASTER, SITES, List.of("near"), "m", "m", Set.of(), 0, Set.of(), 0));
        assertThat(known.hostSeconds().get("near")).isCloseTo(4.5, CLOSE);
        assertThat(known.endSeconds()).isEqualTo(0.5);
    }

    /** Processes that start at once share the processors, and the command says how quick these are. */
    @Test
    void shouldForecastLocalStartsByTheStartOfTheCommand() {
        StartKnowledge slow = local(0.6, 1.5);
        assertThat(slow.hostSeconds().get("m")).isCloseTo(0.6 * (0.5 + 1.8 * 1.5), CLOSE);
        assertThat(slow.endSeconds()).isCloseTo(0.72, CLOSE);
        assertThat(local(0.3, 1.5).hostSeconds().get("m"))
                .isCloseTo(slow.hostSeconds().get("m") / 2, CLOSE);
        assertThat(local(0.6, 0.5).hostSeconds().get("m")).isCloseTo(0.6 * 1.4, CLOSE);
        rows.add(row("r", StartKnowledge.LOCAL, "m", "", 0, 2));
        assertThat(local(0.6, 1.5).hostSeconds().get("m"))
                .as("an earlier start is known")
                .isCloseTo(2.375, CLOSE);
    }

    private StartKnowledge local(double commandSeconds, double perProcessor) {
        StartKnowledge.Asked here =
                new StartKnowledge.Asked(StartKnowledge.LOCAL, SITES, List.of("m"), "m", "m", Set.of(), 0, Set.of(), 0);
        return StartKnowledge.of(rows, here, new StartKnowledge.Command(commandSeconds, perProcessor));
    }

    @Test
    void shouldTrustShippedStartsWithinAFactorOfTwo() {
        StartKnowledge known = known(Set.of(), 0, 0);
        assertThat(known.error().get("near")).isCloseTo(known.hostSeconds().get("near"), CLOSE);
    }

    @Test
    void shouldStartOtherHostsInWavesOfHandshakes() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            hosts.add(new Host("h" + i, 0));
            names.add("h" + i);
        }
        NetworkView view = new NetworkView("many", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        rows.add(row("r", "ssh", "h0", "lan", 0.5, 1));
        StartKnowledge known = StartKnowledge.of(
                rows, new StartKnowledge.Asked("ssh", view, names, "m", "m", Set.of(), 0, Set.of(), 0));
        assertThat(known.hostSeconds().get("h16")).isCloseTo(1.875 + 2 * 0.5, CLOSE);
        assertThat(known.firstSeconds()).isCloseTo(1.875, CLOSE);
        assertThat(known.lastSeconds()).isCloseTo(2.875, CLOSE);
    }

    @Test
    void shouldTellHowLongAHostSendsToAnother() {
        double line = 1_000_000 * HEADERS / (2e6 / 8);
        assertThat(StartKnowledge.sendingSeconds(SITES, "far1", "m", 1_000_000)).isCloseTo(line, CLOSE);
        assertThat(StartKnowledge.sendingSeconds(SITES, "m", "near", 1_000_000)).isZero();
        assertThat(StartKnowledge.sendingSeconds(SITES, "far1", "unknown", 1_000_000))
                .isZero();
    }

    @Test
    void shouldSolveTheTimeOfUnitsForHostsThatStartOneAfterTheOther() {
        StartKnowledge known =
                new StartKnowledge(1, Map.of("a", 0.0, "b", 5.0, "c", 20.0, "d", 90.0), Map.of(), 1, List.of());
        double seconds = known.secondsFor(1000, Map.of("a", 10.0, "b", 10.0, "c", 10.0, "d", 10.0));
        assertThat(seconds).isCloseTo((1000 + 50 + 200) / 30.0, CLOSE);
        assertThat(known.sentence(1, 100)).hasValue("91.0 s until all hosts compute, then 9.0 s");
        assertThat(known.sentence(1, 50)).isEmpty();
        assertThat(known.secondsFor(1, Map.of())).isInfinite();
    }

    @Test
    void shouldNotSendFilesToHostsThatHaveThem() {
        StartKnowledge.Asked some = new StartKnowledge.Asked(
                "ssh", SITES, List.of("near", "far1", "far2"), "m", "m", Set.of(), 0, Set.of("far2"), 750_000);
        double difference = StartKnowledge.of(rows, some).hostSeconds().get("far1")
                - StartKnowledge.of(rows, asked(Set.of(), 0, 0)).hostSeconds().get("far1");
        assertThat(difference).isCloseTo(HEADERS, CLOSE);
    }

    @Test
    void shouldIgnoreStartsOfWhichAPartIsUnknown() {
        rows.add(row("r2", "ssh", "near", "lan", 1, Double.NaN));
        rows.add(row("r1", "ssh", "near", "lan", 1, 3));
        assertThat(known(Set.of(), 0, 0).hostSeconds().get("near")).isCloseTo(4.375, CLOSE);
    }

    @Test
    void shouldGiveTheSimulatorAStartForEachHost() {
        rows.add(row("r", "ssh", "near", "lan", 1, 1));
        World machines = known(Set.of(), 0, 0).on(World.all(SITES, 0));
        assertThat(machines.startNanos(1, 7)).isEqualTo(2_375_000_000L);
        assertThat(machines.startNanos(0, 7)).isEqualTo(7);
    }
}
