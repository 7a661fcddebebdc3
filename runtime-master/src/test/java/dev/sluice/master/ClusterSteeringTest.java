package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.Printout;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.testing.NoLeaks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator gives single units up, and follows what they print. */
@NoLeaks
class ClusterSteeringTest extends ClusterCase {
    private Peer operator;

    private SteerAnswer cancel(UnitName unit) {
        operator = cluster.operator();
        operator.send(new CancelUnit(unit));
        cluster.await("the answer", () -> operator.has(SteerAnswer.class));
        return operator.first(SteerAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end"})
    void shouldGoOnWithoutAUnitThatWaits(String mode) {
        Work work = cluster.work(300).results(Work.mode(mode));
        cluster.start(work);
        cluster.join("a", 1);
        cluster.await("units are computed", () -> cluster.counters().assigned() > 3);
        SteerAnswer answer = cancel(new UnitName(UnitName.OPEN, 299, false));
        assertThat(answer.refused()).isEmpty();
        assertThat(String.join("", answer.changed())).startsWith("unit 299 of cycle 0 is given up; ");
        assertThat(cluster.finish()).as("the operator knows").isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).hasSize(299).doesNotContain(299L);
        assertThat(work.calls()).contains("missing 0:299").doesNotContain("incomplete 0:299");
        assertThat(cluster.heard().quarantinedUnits())
                .singleElement()
                .satisfies(given -> assertThat(given.latest().code()).isEqualTo(ErrorCode.UNIT_CANCELLED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"master", "sub"})
    void shouldTakeAUnitFromTheWorkerThatHasIt(String at) {
        Work work = cluster.work(100).taking(unit -> Cluster.SECOND);
        cluster.start(work);
        serving("sub");
        cluster.join("a", 2, work.onWorker(1), Cluster.runFile(at));
        cluster.await(
                "units are held", () -> cluster.master().driver().holders(0).size() == 1);
        SteerAnswer answer = cancel(new UnitName(0, 0, false));
        assertThat(String.join("", answer.changed())).contains(at.equals("sub") ? "w1 on sub had it" : "on a had it");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).doesNotContain(0L).hasSize(99);
    }

    @ParameterizedTest
    @ValueSource(strings = {"master", "sub"})
    void shouldLetTheApplicationGiveUpUnits(String at) {
        Work work = cluster.work(100).taking(unit -> unit == 1 ? 5 * Cluster.SECOND : Cluster.SECOND);
        work.calling(call -> {
            if (call.equals("accept 0")) {
                work.drop(0); // has its result
                work.drop(1); // is computed, and takes longer
                work.drop(99);
                work.drop(100); // is none
            }
        });
        cluster.start(work);
        serving("sub");
        cluster.join("a", 2, work.onWorker(1), Cluster.runFile(at));
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).doesNotContain(1L, 99L).contains(0L).hasSize(98);
        assertThat(work.calls()).contains("missing 0:1 0:99");
    }

    /** A unit of a source may be given up before the master knows it. */
    @Test
    void shouldGiveUpAUnitThatIsAddedLater() {
        Work work = cluster.work(4).growing(0, 30);
        work.calling(call -> {
            if (call.equals("accept 0")) {
                work.drop(33);
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).hasSize(33);
        assertThat(work.calls()).contains("missing 0:33");
    }

    @Test
    void shouldCountCommandsThroughAllCycles() {
        Work work = cluster.work(10, 40);
        cluster.start(work);
        cluster.join("a", 1);
        cluster.await("the second cycle", () -> work.cyclesBegun() == 2);
        assertThat(String.join("", cancel(new UnitName(UnitName.OPEN, 50, true)).changed()))
                .contains("unit 39 of cycle 1");
        assertThat(cancel(new UnitName(UnitName.OPEN, 3, true)).refused()).contains("it has ended");
        assertThat(cancel(new UnitName(UnitName.OPEN, 51, true)).refused()).contains("not in the open cycle");
        cluster.finish();
        assertThat(work.accepted(1)).hasSize(39);
    }

    @Test
    void shouldTakeNoUnitOutOfATotal() {
        Work work = cluster.work(50).results(Work.mode("sum"));
        cluster.start(work);
        cluster.join("a", 1);
        cluster.await("units are held", () -> cluster.counters().assigned() > 3);
        assertThat(cancel(new UnitName(0, 49, false)).refused()).contains("accumulated");
        cluster.finishCompletely();
    }

    @ParameterizedTest
    @ValueSource(strings = {"master", "sub"})
    void shouldSendWhatAUnitPrintsFromWhereverItIs(String at) {
        byte[] text = "epoch 4\n".getBytes(StandardCharsets.UTF_8);
        Work work = cluster.work(40).taking(unit -> Cluster.SECOND).within((unit, context) -> {
            if (unit == 20) {
                ((UnitSite) context).print(Printout.OUT, text, 0, text.length);
            }
        });
        cluster.start(work);
        serving("sub");
        operator = cluster.operator();
        operator.send(new FollowUnit(new UnitName(UnitName.OPEN, 20, false), false));
        cluster.join("a", 1, work.onWorker(1), Cluster.runFile(at));
        cluster.await(
                "its end", () -> operator.received(UnitOutput.class).stream().anyMatch(UnitOutput::ended));
        List<UnitOutput> output = operator.received(UnitOutput.class);
        String where = at.equals("sub") ? "w1 on sub" : "w2 on a";
        assertThat(output.get(0).where()).isEqualTo("waits");
        assertThat(output)
                .filteredOn(each -> each.stream() == 1)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.unit()).isEqualTo(20);
                    assertThat(each.where()).isEqualTo(where);
                    assertThat(each.bytes()).isEqualTo(text);
                });
        cluster.finishCompletely();
    }
}
