package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.report.RunViews;
import dev.sluice.model.record.RunView;
import dev.sluice.testing.NoLeaks;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what a run's decisions say of their outcome. */
@NoLeaks
class ClusterOutcomeTest extends ClusterCase {
    private final Map<Integer, RunView.Decision> known = new LinkedHashMap<>();
    private long sequence;

    /** The decisions by now, as a page has them. */
    private Collection<RunView.Decision> decisions() {
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunView view = new RunViews(cluster.master().core(), terms, directory, () -> 2).now(sequence);
        sequence = view.sequence();
        view.decisions().forEach(one -> known.put(one.number(), one));
        return known.values();
    }

    private String outcome(String what) {
        return decisions().stream()
                .filter(one -> (one.kind() + " " + one.what()).contains(what))
                .findFirst()
                .orElseThrow()
                .outcome();
    }

    /** A command that fails is a computed unit; the page of a running run counts it all the same. */
    @Test
    void shouldCountFailedCommandsWhileTheyRun() {
        cluster.start(cluster.work(100));
        cluster.join("a", 1);
        cluster.awaitAccepted(10);
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunViews views = new RunViews(cluster.master().core(), terms, directory, () -> 1);
        views.failing(() -> 7);
        assertThat(views.now(0).overview().failures()).isEqualTo(7);
        cluster.finishCompletely();
    }

    @Test
    void shouldSayHowManyCopiesWon() {
        cluster.terms().speculation = 20;
        cluster.terms().expectedSlots = 2;
        cluster.start(cluster.work(100));
        cluster.join("slow", 1, 20_000.0);
        cluster.join("fast", 1, 1.0);
        cluster.finishCompletely();
        long copies = cluster.counters().copies();
        long won = cluster.counters().copiesWon();
        assertThat(decisions())
                .filteredOn(one -> one.kind().equals("copy"))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.outcome()).matches("\\d+ of \\d+ (copy|copies) won"));
        assertThat(sum(0)).isEqualTo(won);
        assertThat(sum(2)).isEqualTo(copies);
    }

    /** The sum of a word of the outcomes of copies. */
    private long sum(int word) {
        return decisions().stream()
                .filter(one -> one.kind().equals("copy"))
                .mapToLong(one -> Long.parseLong(one.outcome().split(" ")[word]))
                .sum();
    }

    @Test
    void shouldSayThatAWorkerCameBackOrDidNot() {
        cluster.start(cluster.work(300).taking(unit -> 20 * Cluster.MILLI));
        Cluster.Node back = cluster.join("a", 1);
        Cluster.Node lost = cluster.join("b", 1);
        cluster.awaitAccepted(50);
        back.link().cut();
        cluster.awaitHeard("w1 on a is back");
        assertThat(outcome("w1 on a is away")).startsWith("it came back after ");
        assertThat(outcome("w1 on a is back")).startsWith("it was away for ");
        lost.die();
        cluster.awaitHeard("w2 on b left: E311");
        assertThat(outcome("w2 on b is away")).matches("it had \\d+ units?");
        cluster.finishCompletely();
        assertThat(outcome("w2 on b is away")).matches("it did not come back; it had \\d+ units?");
    }

    @Test
    void shouldSayWhatWorkersBroughtAndHowLargeChunksWere() {
        cluster.start(cluster.work(300).taking(unit -> 20 * Cluster.MILLI));
        cluster.join("a", 1);
        Cluster.Node leaving = cluster.join("b", 1);
        cluster.awaitAccepted(50);
        leaving.worker().drain("enough");
        cluster.finishCompletely();
        long first = accepted("w1 on a joined");
        long second = accepted("w2 on b joined");
        assertThat(first + second).isEqualTo(300);
        assertThat(outcome("w2 on b leaves")).startsWith("it left after ");
        assertThat(outcome("w2 on b is gone")).isEqualTo(second + " units accepted before");
        assertThat(outcome("policy")).matches("\\d+ chunks of (\\d+ to )?\\d+ units?");
    }

    private long accepted(String what) {
        assertThat(outcome(what)).matches("\\d+ units accepted in .* m?s");
        return Long.parseLong(outcome(what).split(" ")[0]);
    }

    @Test
    void shouldAnswerAPlanWithTheDurationOfTheRun() {
        cluster.start(cluster.work(10));
        cluster.master().core().recording().planned("no worker on slowpoke");
        cluster.join("a", 1);
        assertThat(outcome("slowpoke")).isEmpty();
        cluster.finishCompletely();
        assertThat(outcome("slowpoke")).matches("the run took [0-9.]+ m?s");
    }
}
