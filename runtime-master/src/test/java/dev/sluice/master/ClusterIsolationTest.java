package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs whose units kill workers. Those that must hear of it are driven by the test, because a unit in a process of its
 * own takes real time.
 */
@NoLeaks
class ClusterIsolationTest extends ClusterCase {
    private void start(UnitTerms.Isolation isolation) {
        cluster.terms().units = new UnitTerms(0, isolation);
        cluster.start(cluster.work(4_000));
    }

    /** Workers join, and die one after the other while they compute. */
    private void killTwo() {
        Cluster.Node first = cluster.join("a", 1);
        Cluster.Node second = cluster.join("b", 1);
        cluster.awaitAccepted(50);
        cluster.master().processDied("a", 1);
        first.die();
        cluster.awaitAccepted(100);
        assertThat(decisions()).as("after one death").isEmpty();
        cluster.master().processDied("b", 2);
        second.die();
        cluster.await("a decision", () -> !decisions().isEmpty());
    }

    private Peer peer(String name, long pid) {
        Peer peer = cluster.scripted();
        peer.register(name, 1, pid);
        return peer;
    }

    private static List<WorkTerms> terms(Peer peer) {
        return peer.received(WorkTerms.class);
    }

    private List<RunView.Decision> decisions() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.kind().equals("isolation"))
                .toList();
    }

    /** Ends the run in its middle, because no worker is left that could compute the rest. */
    private void end() {
        cluster.master().course().end(RunEnd.failed(ErrorCode.INTERNAL, "the test is over"));
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void shouldIsolateTheUnitsOfAllWorkersAfterTwoHaveDied() {
        start(UnitTerms.Isolation.AUTO);
        Peer present = peer("present", 13);
        killTwo();
        assertThat(decisions()).singleElement().satisfies(decision -> {
            assertThat(decision.what()).isEqualTo("units are isolated");
            assertThat(decision.why()).isEqualTo("units have ended the processes of 2 workers");
        });
        cluster.awaitHeard("isolation: units are isolated; units have ended the processes of 2 workers");
        cluster.await("the terms", () -> present.has(WorkTerms.class));
        assertThat(terms(present)).containsExactly(new WorkTerms(false, true));
        Peer late = peer("late", 14);
        cluster.await("the terms", () -> late.has(WorkTerms.class));
        assertThat(terms(late)).containsExactly(new WorkTerms(false, true));
        end();
    }

    @Test
    void shouldIsolateAtOnceWhenAUnitSaysThatItEndsTheProcess() {
        start(UnitTerms.Isolation.AUTO);
        Peer exits = peer("exits", 15);
        cluster.await("a unit", () -> exits.has(Assign.class));
        Assign assign = exits.first(Assign.class);
        HeldUnits unit = assign.run().held(assign.firstUnit());
        exits.send(
                new UnitFailed(0, 1, unit, ErrorCode.UNIT_EXITED, "", "called System.exit", "", 1, RunAges.UNKNOWN, 0));
        cluster.await("the terms", () -> exits.has(WorkTerms.class));
        assertThat(terms(exits)).containsExactly(new WorkTerms(false, true));
        end();
    }

    @Test
    void shouldTellTheWorkersOfSubMasters() {
        start(UnitTerms.Isolation.AUTO);
        SubNode branch = cluster.subMaster("branch");
        cluster.await("the sub-master", branch::isServing);
        Peer below = cluster.scripted("branch");
        below.register("below", 1, 77);
        cluster.await("registered", () -> below.has(Registered.class));
        cluster.join("a", 1);
        Cluster.Node second = cluster.join("b", 1);
        cluster.awaitAccepted(50);
        cluster.master().processDied("a", 1);
        second.die();
        assertThat(terms(below)).isEmpty();
        cluster.await("the terms", () -> below.has(WorkTerms.class));
        assertThat(terms(below)).containsExactly(new WorkTerms(false, true));
        end();
    }

    @Test
    void shouldNotTakeABrokenConnectionForADeath() {
        start(UnitTerms.Isolation.AUTO);
        Cluster.Node first = cluster.join("a", 1);
        Cluster.Node second = cluster.join("b", 1);
        cluster.awaitAccepted(50);
        first.link().cut();
        second.link().cut();
        cluster.finishCompletely();
        assertThat(decisions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = UnitTerms.Isolation.class,
            names = {"ON", "OFF"})
    void shouldChangeNothingThatTheUserHasSet(UnitTerms.Isolation isolation) {
        cluster.terms().units = new UnitTerms(0, isolation);
        cluster.start(cluster.work(4_000));
        Peer first = peer("first", 11);
        Peer second = peer("second", 12);
        cluster.await("units", () -> first.has(Assign.class) && second.has(Assign.class));
        cluster.master().processDied("first", 11);
        cluster.master().processDied("second", 12);
        cluster.await("their end", () -> cluster.counters().workersLost() == 2);
        assertThat(decisions()).isEmpty();
        end();
    }

    @Test
    void shouldLeaveAnApplicationWithAStateInTheWorkersUnlessTheUserAsksForIsolation() {
        start(UnitTerms.Isolation.AUTO);
        RunSettings open = cluster.master().core().settings();
        assertThat(open.units().keepingState()).isEqualTo(new UnitTerms(0, UnitTerms.Isolation.OFF));
        end();
    }
}
