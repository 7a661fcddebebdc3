package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Results;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.ledger.RunVerdict.Kind;
import dev.sluice.model.record.RunView;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limit of a run, in virtual time: its page, its report and the terminal while it runs have one verdict. */
@NoLeaks
class ClusterVerdictTest {
    @TempDir
    Path directory;

    private Cluster cluster;

    private RunViews views(int workers) {
        return new RunViews(
                cluster.master().core(), RunTerms.of("Work", List.of(), Instant.EPOCH), directory, () -> workers);
    }

    private RunReport report(RunEnd end) {
        RunCore core = cluster.master().core();
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunReport.Manner manner = RunReport.Manner.of(core.settings(), Results.each());
        return RunReport.of(terms, core.settings(), manner, core, end, List.of());
    }

    /** The page of the ended run must have the verdict of its report. */
    private RunVerdict verdict(RunEnd end) {
        RunViews views = views(1);
        views.ended(end);
        RunView page = views.now(0);
        RunVerdict verdict = report(end).verdict();
        assertThat(page.overview().bottleneck()).isEqualTo(verdict.sentence()).isNotEmpty();
        assertThat(page.links().stream().filter(RunView.Link::binding).count())
                .as("%s of %s", verdict, page.links())
                .isEqualTo(verdict.limits().stream()
                        .mapToLong(limit -> limit.links().size())
                        .sum());
        return verdict;
    }

    @SeededTest(runs = 60, usually = 25)
    void shouldHaveOneVerdict(RandomGenerator random) {
        cluster = new Cluster(directory.resolve("run-" + random.nextLong()));
        long most = (1L + random.nextInt(400)) * Cluster.MILLI;
        boolean alike = random.nextBoolean();
        int units = 5 + random.nextInt(200);
        int bytes = random.nextInt(3) == 0 ? 200_000 : 0;
        cluster.start(cluster.work(units, 1 + random.nextInt(40))
                .padded(bytes)
                .heavy(4 * bytes)
                .taking(unit -> alike ? most : Math.max(1, most * (unit % 11) / 10)));
        int hosts = 1 + random.nextInt(4);
        for (int host = 0; host < hosts; host++) {
            String name = "h" + host;
            if (random.nextInt(3) == 0) {
                cluster.place(name, new Cluster.Site(5 * Cluster.MILLI, new VirtualLink.Port(2L << 20)));
            }
            cluster.join(name, 1 + random.nextInt(4), 1 + random.nextInt(3));
        }
        cluster.awaitAccepted(1 + random.nextInt(units));
        RunView now = views(hosts).now(0);
        assertThat(now.overview().bottleneck()).isNotEmpty();
        assertThat(now.overview().bottleneck())
                .as("two views of one moment")
                .isEqualTo(views(hosts).now(0).overview().bottleneck());
        RunVerdict verdict = verdict(cluster.finishCompletely());
        assertThat(verdict.limits())
                .allSatisfy(limit -> assertThat(limit.share()).isBetween(0.0, 1.0));
    }

    @Test
    void shouldCallLongUnitsComputingWhileTheyRun() {
        cluster = new Cluster(directory);
        cluster.start(cluster.work(4).taking(unit -> 60 * Cluster.SECOND));
        cluster.join("a", 2);
        cluster.await(
                "units run", () -> cluster.master().core().progress().snapshot().nanos() > 30 * Cluster.SECOND);
        assertThat(views(1).now(0).overview().bottleneck()).startsWith("Computing limits the run (");
        assertThat(verdict(cluster.finishCompletely()).limits().get(0).kind()).isEqualTo(Kind.COMPUTING);
    }

    @Test
    void shouldNameTheMethodThatDoesNotReturnInsteadOfALimit() {
        cluster = new Cluster(directory);
        cluster.start(cluster.work(2_000).taking(unit -> 20 * Cluster.MILLI));
        cluster.join("a", 2);
        RunViews views = views(1);
        RunView.Change slot = new RunView.Change("one more slot", 1, 0.2);
        views.expect(new RunViews.Expectation(10, null, List.of(slot), List.of()));
        cluster.awaitAccepted(10);
        cluster.turns().hold();
        cluster.loop().advance(80 * Cluster.SECOND);

        RunView now = views.now(0);
        assertThat(now.overview().bottleneck())
                .matches("org.example.Sums.accept has not returned for \\d+ s; results wait until it does."
                        + " It is at org.example.Sums.accept\\(Sums.java:40\\)[.]");
        assertThat(now.ledger().changes()).isEmpty();

        cluster.turns().release();
        RunVerdict verdict = verdict(cluster.finishCompletely());
        assertThat(verdict.limits().get(0).kind()).as(verdict.sentence()).isEqualTo(Kind.MASTER);
        assertThat(verdict.sentence()).endsWith("Look at accept, unit, endCycle and cycle.");
    }

    @ParameterizedTest
    @CsvSource({"4, true", "9, false"})
    void shouldAdviseSlotsOnlyWhereUnitsWaitForThem(int units, boolean alone) {
        cluster = new Cluster(directory);
        cluster.start(cluster.work(3, units, 4).taking(unit -> 60 * Cluster.SECOND));
        cluster.join("a", 4);
        String sentence = verdict(cluster.finishCompletely()).sentence();
        assertThat(sentence).startsWith("Computing limits the run (");
        assertThat(sentence.endsWith("Each unit has a slot of its own: smaller units would help."))
                .as(sentence)
                .isEqualTo(alone);
    }

    @Test
    void shouldAdviseNoSlotsForCyclesOfFewUnitsAfterAFirstOfMany() {
        cluster = new Cluster(directory);
        cluster.start(cluster.work(9, 3, 3, 3, 3, 3, 3).taking(unit -> 60 * Cluster.SECOND));
        cluster.join("a", 3);
        RunViews views = views(1);
        cluster.await(
                "cycles", () -> cluster.master().core().progress().snapshot().cycle() == 6);
        assertThat(views.now(0).overview().bottleneck())
                .endsWith("Each unit has a slot of its own: smaller units would help.");
        assertThat(verdict(cluster.finishCompletely()).sentence())
                .startsWith("Computing limits the run (")
                .endsWith("Each unit has a slot of its own: smaller units would help.");
    }

    @Test
    void shouldNameSetupsOnASlowLink() {
        cluster = new Cluster(directory);
        cluster.place("far", new Cluster.Site(Cluster.MILLI, new VirtualLink.Port(1L << 20)));
        cluster.start(cluster.work(20, 20, 20).heavy(5 << 20).taking(unit -> 50 * Cluster.MILLI));
        cluster.join("far", 4);
        RunVerdict verdict = verdict(cluster.finishCompletely());
        assertThat(verdict.limits().get(0).kind()).as(verdict.sentence()).isEqualTo(Kind.SETUP);
    }

    @Test
    void shouldNameTheLongTailOfAFewUnits() {
        cluster = new Cluster(directory);
        cluster.start(cluster.work(5).taking(unit -> unit == 4 ? 60 * Cluster.SECOND : Cluster.SECOND));
        cluster.join("a", 4);
        assertThat(verdict(cluster.finishCompletely()).limits().get(0).kind()).isEqualTo(Kind.NO_WORK);
    }
}
