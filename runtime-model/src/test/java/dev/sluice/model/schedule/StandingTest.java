package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.testing.SeededTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Peers that take units, fail them and die with them, together, beside peers that compute. */
class StandingTest {
    private static final long MILLI = 1_000_000L;
    private static final int HOSTILE = 8;

    private final World world = new World(PolicyName.SS, 1, 1);
    private final Map<WorkerId, String> peers = new HashMap<>();
    private long deadly = -1;
    private int deaths;

    private void join(String peer) {
        WorkerId id = new WorkerId(peers.size() + 1);
        peers.put(id, peer);
        world.apply(new Event.PeerNamed(id, peer, peer));
        world.join(id.number(), 1);
    }

    private void die(WorkerId id) {
        deaths++;
        world.workers.remove(id);
        world.apply(new Event.WorkerDied(id));
    }

    private boolean isDeadly(World.FakeWorker worker) {
        return worker.queue.peekFirst()[2] == deadly;
    }

    private void computeOne(WorkerId id) {
        World.FakeWorker worker = world.workers.get(id);
        if (worker != null && !worker.queue.isEmpty() && !isDeadly(worker)) {
            world.compute(id, 1, 1_000);
        }
    }

    private void honestRound() {
        world.now += MILLI;
        List.copyOf(world.workers.keySet()).stream()
                .filter(id -> peers.get(id).startsWith("honest"))
                .forEach(this::computeOne);
        world.apply(new Event.Ticked());
        world.answerRevokes();
    }

    /** Eight peers of one mind come again and again, under other names. They get every unit first. */
    @SeededTest(runs = 40)
    void shouldGiveNoUnitUpBecauseOfPeersThatHaveComputedNothing(RandomGenerator random) {
        join("honest 1");
        join("honest 2");
        world.begin(400);
        for (int i = 0; i < 20; i++) {
            honestRound();
        }
        boolean flaky = random.nextBoolean(); // some units fail at one of the others, too
        for (int i = 0; i < 20_000 && !world.done(); i++) {
            hostileRound(random, ErrorCode.UNIT_THREW);
            if (i % 5 == 0) {
                honestRound();
            }
            if (flaky && random.nextInt(50) == 0) {
                failAtAnHonestPeer(random);
            }
        }
        assertThat(world.done()).as("done").isTrue();
        for (Action.Quarantine given : world.quarantined) {
            assertThat(given.failures())
                    .anyMatch(failure -> peers.get(failure.worker()).startsWith("honest"));
        }
        assertThat(flaky || world.quarantined.isEmpty()).as("nothing given up").isTrue();
        assertThat(world.acceptedTwice).isZero();
        assertThat(deaths).isPositive();
    }

    private void hostileRound(RandomGenerator random, ErrorCode code) {
        for (int hostile = 0; hostile < HOSTILE; hostile++) {
            String peer = "hostile " + hostile;
            WorkerId present = world.workers.keySet().stream()
                    .filter(id -> peers.get(id).equals(peer))
                    .findFirst()
                    .orElse(null);
            if (present == null) {
                join(peer);
            } else if (!world.workers.get(present).queue.isEmpty() && random.nextInt(3) == 0) {
                if (random.nextBoolean()) {
                    die(present);
                } else {
                    world.fail(present, code, 1);
                }
            }
        }
    }

    /** Two of them would confirm each other; all have the same jars as the peers that compute. */
    @SeededTest(runs = 20)
    void shouldGiveNoUnitUpBecauseOfPeersThatSayThatAClassIsMissing(RandomGenerator random) {
        join("honest 1");
        join("honest 2");
        world.begin(400);
        for (int i = 0; i < 20; i++) {
            honestRound();
        }
        for (int i = 0; i < 20_000 && !world.done(); i++) {
            hostileRound(random, ErrorCode.CLASS_MISSING);
            if (i % 20 == 0) {
                honestRound();
            }
        }
        assertThat(world.done()).as("done").isTrue();
        assertThat(world.quarantined).isEmpty();
    }

    private WorkerId joined(String peer) {
        join(peer);
        return new WorkerId(peers.size());
    }

    private boolean has(WorkerId id, long unit) {
        return world.workers.get(id).queue.stream().anyMatch(held -> held[2] == unit);
    }

    /** An idle peer without a record waits for no busy one, but the last try is not left to it. */
    @SeededTest(runs = 40)
    void shouldLetAnIdlePeerTryAFailedUnitOnceBeforeBusyOnesThatAreBelieved(RandomGenerator random) {
        WorkerId busy = joined("honest 1");
        WorkerId failing = joined("honest 2");
        world.begin(40 + random.nextInt(200));
        while (!world.scheduler.ledger().kinds().oneSlotPool(0).isEmpty()) {
            honestRound();
        }
        WorkerId idle = joined("new 1");
        WorkerId other = joined("new 2");
        long unit = world.workers.get(failing).queue.peekFirst()[2];
        world.fail(failing);
        WorkerId first = has(idle, unit) ? idle : other;
        assertThat(has(first, unit)).as("it does not wait").isTrue();
        while (world.workers.get(first).queue.peekFirst()[2] != unit) {
            world.compute(first, 1, 1_000);
        }
        world.fail(first);
        assertThat(has(idle, unit) || has(other, unit))
                .as("the last try is left")
                .isFalse();
        for (int i = 0; i < 100 && !world.done(); i++) {
            computeOne(busy);
            world.apply(new Event.Ticked());
            world.answerRevokes();
            computeOne(failing);
        }
        assertThat(world.quarantined).isEmpty();
        assertThat(world.accepted.get((int) unit)).isTrue();
    }

    /** The second bad result of a unit could end the run. */
    @Test
    void shouldLeaveAUnitWithABadResultToPeersThatAreBelieved() {
        World reopened = new World(PolicyName.SS, Weighting.EQUAL, 0, 1, 100);
        WorkerId honest = named(reopened, 1, "honest");
        WorkerId first = named(reopened, 2, "hostile 1");
        reopened.begin(40);
        reopened.finish();
        WorkerId second = named(reopened, 3, "hostile 2");
        UnitRanges missing = new UnitRanges();
        missing.add(7, 8);
        UnitFailure garbage = new UnitFailure(first, ErrorCode.RESULT_ENCODING, "", "garbage", "");
        reopened.finishedCycles.clear();
        reopened.apply(new Event.CycleReopened(0, 40, missing, List.of(new Event.VoidResult(7, garbage))));
        HeldUnits claimed = new HeldUnits(1_000, 7, 7, 1);
        reopened.apply(new Event.UnitsBrought(second, new Brought(0, List.of(), List.of(claimed))));
        assertThat(reopened.actions).contains(new Action.DropHeld(second, claimed));
        for (int seconds = 0; seconds < 600; seconds++) {
            reopened.now += 1_000_000_000L;
            List.of(honest, first, second).forEach(id -> reopened.apply(new Event.WorkerHeard(id)));
            reopened.apply(new Event.Ticked());
            assertThat(reopened.workers.get(first).queue).isEmpty();
            assertThat(reopened.workers.get(second).queue).isEmpty();
        }
        reopened.compute(honest, 1, 1_000);
        assertThat(reopened.done()).isTrue();
    }

    private static WorkerId named(World of, int number, String peer) {
        of.apply(new Event.PeerNamed(new WorkerId(number), peer, peer));
        return of.join(number, 1);
    }

    private void failAtAnHonestPeer(RandomGenerator random) {
        List<WorkerId> honest = world.workers.keySet().stream()
                .filter(id -> peers.get(id).startsWith("honest")
                        && !world.workers.get(id).queue.isEmpty())
                .toList();
        if (!honest.isEmpty()) {
            world.fail(honest.get(random.nextInt(honest.size())));
        }
    }

    /** A unit that kills each of its workers is given up after three deaths, as without any record. */
    @Test
    void shouldGiveUpWhatKillsWorkersOfPeersThatAreBelieved() {
        deadly = 300;
        for (int peer = 1; peer <= 8; peer++) {
            join("honest " + peer);
        }
        world.begin(400);
        for (int i = 0; i < 20_000 && !world.done(); i++) {
            for (WorkerId id : List.copyOf(world.workers.keySet())) {
                World.FakeWorker worker = world.workers.get(id);
                if (worker != null && !worker.queue.isEmpty() && isDeadly(worker)) {
                    String peer = peers.get(id);
                    die(id);
                    join(peer);
                }
            }
            honestRound();
        }
        assertThat(world.done()).as("done").isTrue();
        assertThat(world.quarantined)
                .singleElement()
                .satisfies(given -> assertThat(given.unit()).isEqualTo(300));
        assertThat(deaths).isBetween(3, 4);
    }

    /** Nobody has computed anything yet. */
    @Test
    void shouldBelieveAllWhileNobodyHasComputed() {
        join("honest 1");
        join("honest 2");
        join("honest 3");
        world.begin(1);
        for (int i = 0; i < 100 && !world.done(); i++) {
            for (WorkerId id : List.copyOf(world.workers.keySet())) {
                if (!world.workers.get(id).queue.isEmpty()) {
                    world.fail(id);
                }
            }
            world.apply(new Event.Ticked());
        }
        assertThat(world.quarantined).hasSize(1);
    }
}
