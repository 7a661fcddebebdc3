package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
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
                        world.fail(present);
                    }
                }
            }
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
