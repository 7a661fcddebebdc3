package dev.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.model.fleet.FleetEvent;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.pool.PoolView;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FleetLoadTest {
    private static final long MINUTE = 60_000_000_000L;

    private static PoolView.Host host(String name, int slots, boolean drained) {
        return new PoolView.Host(name, true, drained, slots, 0, 1, List.of(), null);
    }

    private static PoolView.Run run(int least, int most, long units, long unitNanos, int useful) {
        return new PoolView.Run(
                new PoolJoin(new RunId("r"), "x", 1, 0, least, most, 1),
                new PoolNeeds(units, 0, unitNanos, useful, 0, false, "", 0),
                true,
                0);
    }

    private static FleetEvent.Load load(int slotsPerTask, List<PoolView.Host> hosts, PoolView.Run... runs) {
        return FleetLoad.of(new PoolView(hosts, List.of(runs)), Set.of("12_1"), slotsPerTask);
    }

    private static long wanted(PoolView.Run... runs) {
        return load(4, List.of(), runs).backlogUnits();
    }

    @Test
    void shouldCountTheSlotsThatRunsCouldUse() {
        assertThat(wanted()).isZero();
        assertThat(wanted(run(0, 1_000, 9, MINUTE, 0))).isEqualTo(3);
        assertThat(wanted(run(0, 8, 100, MINUTE, 0))).as("at most").isEqualTo(2);
        assertThat(wanted(run(0, 1_000, 100, MINUTE, 12))).as("knee").isEqualTo(3);
        assertThat(wanted(run(16, 1_000, 0, 0, 0))).as("at least").isEqualTo(4);
        assertThat(wanted(run(0, 1_000, 100, 0, 0))).as("unknown units").isEqualTo(25);
        assertThat(wanted(run(0, 1_000, 9, MINUTE, 0), run(0, 1_000, 3, MINUTE, 0)))
                .isEqualTo(3);
    }

    @Test
    void shouldNotAskForTasksThatWouldComeTooLate() {
        assertThat(wanted(run(0, 1_000, 10_000, 50_000_000, 0))).isEqualTo(13);
        assertThat(wanted(run(0, 1_000, 10, 1_000_000, 0))).isEqualTo(1);
        assertThat(wanted(run(0, 1_000, Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 0)))
                .isEqualTo(250);
    }

    @Test
    void shouldLeaveWorkToHostsThatAreThereAnyway() {
        PoolView.Run run = run(0, 1_000, 20, MINUTE, 0);
        assertThat(load(4, List.of(host("here", 8, false)), run).backlogUnits()).isEqualTo(3);
        assertThat(load(4, List.of(host("here", 64, false)), run).backlogUnits())
                .isZero();
        assertThat(load(4, List.of(host("here", 8, true), host("12_1", 4, false)), run)
                        .backlogUnits())
                .isEqualTo(5);
    }

    @Test
    void shouldAskForTheSlotsThatADeadlineNeeds() {
        PoolView.Run relaxed = needing(run(0, 1_000, 100, MINUTE, 8), 4);
        PoolView.Run tight = needing(run(0, 1_000, 100, MINUTE, 8), 40);

        assertThat(load(4, List.of(), relaxed).backlogUnits()).isEqualTo(2);
        assertThat(load(4, List.of(), relaxed).needed()).isEqualTo(1);
        assertThat(load(4, List.of(), tight).backlogUnits()).isEqualTo(10);
        assertThat(load(4, List.of(), tight).needed()).isEqualTo(10);
        assertThat(load(4, List.of(host("here", 8, false)), tight).needed()).isEqualTo(8);
        assertThat(load(4, List.of(), needing(run(0, 20, 100, MINUTE, 8), 40)).needed())
                .as("at most")
                .isEqualTo(5);
    }

    private static PoolView.Run needing(PoolView.Run run, int slots) {
        return new PoolView.Run(run.terms(), run.needs().withNeeded(slots), run.connected(), run.slots());
    }

    @Test
    void shouldWantOneTaskUntilItKnowsItsSlots() {
        assertThat(load(0, List.of(), run(0, 1_000, 20, MINUTE, 0)).backlogUnits())
                .isEqualTo(1);
        assertThat(load(0, List.of()).backlogUnits()).isZero();
    }

    @Test
    void shouldKeepWhatARunHasWhoseMasterIsAway() {
        PoolView.Run away =
                new PoolView.Run(new PoolJoin(new RunId("r"), "x", 1, 0, 0, 1_000, 1), PoolNeeds.UNKNOWN, false, 12);
        assertThat(wanted(away)).isEqualTo(3);
    }

    @Test
    void shouldApplyTheLeastGainWhereKneesAreKnown() {
        assertThat(load(1, List.of(), run(0, 1_000, 5_000, MINUTE, 200)).curve().knee(0.1))
                .isEqualTo(180);
        assertThat(load(1, List.of(), run(0, 1_000, 5_000, MINUTE, 0)).curve().knee(0.1))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
