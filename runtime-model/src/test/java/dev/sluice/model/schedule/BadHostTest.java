package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.BadHosts;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Units fail on some hosts and not on others. */
class BadHostTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private World world = new World(PolicyName.SS, 1, 1);
    private final Map<WorkerId, String> hosts = new HashMap<>();
    private final Map<String, Set<Long>> failed = new HashMap<>();
    private BiPredicate<String, Long> fails = (host, unit) -> host.startsWith("bad");

    private WorkerId join(String host) {
        WorkerId id = new WorkerId(hosts.size() + 1);
        hosts.put(id, host);
        world.apply(new Event.PeerNamed(id, host, host));
        return world.join(id.number(), 1);
    }

    private void join(String host, int workers) {
        for (int i = 0; i < workers; i++) {
            join(host);
        }
    }

    /** Each worker tries one unit, which takes a millisecond for all together. */
    private void round() {
        world.now += MILLI;
        for (WorkerId id : List.copyOf(world.workers.keySet())) {
            World.FakeWorker worker = world.workers.get(id);
            if (worker == null || worker.queue.isEmpty()) {
                continue;
            }
            long unit = worker.queue.peekFirst()[2];
            if (fails.test(hosts.get(id), unit)) {
                failed.computeIfAbsent(hosts.get(id), unused -> new HashSet<>()).add(unit);
                world.fail(id);
            } else {
                world.compute(id, 1, 1000);
            }
        }
        world.apply(new Event.Ticked());
        answer();
    }

    private void answer() {
        for (Action action : List.copyOf(world.actions)) {
            if (action instanceof Action.Revoke revoke && world.workers.containsKey(revoke.worker())) {
                world.handBack(revoke.worker(), revoke.units());
            }
        }
        world.actions.removeIf(Action.Revoke.class::isInstance);
    }

    private void rounds(int most) {
        for (int i = 0; i < most && !world.done(); i++) {
            round();
        }
    }

    private <A extends Action> List<A> actions(Class<A> kind) {
        return world.actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private int failedOn(String host) {
        return failed.getOrDefault(host, Set.of()).size();
    }

    private void assertComplete() {
        assertThat(world.done()).as("done").isTrue();
        assertThat(world.quarantined).isEmpty();
        assertThat(world.accepted.cardinality()).isEqualTo((int) world.units);
        assertThat(world.acceptedTwice).isZero();
    }

    @Test
    void shouldTakeBackWhatTheWorkersOfTheHostHaveNotStarted() {
        world = new World(PolicyName.SS, 3, 1);
        join("bad", 1);
        join("good", 2);
        world.begin(100);
        rounds(1_000);
        assertComplete();
        assertThat(failedOn("bad")).isLessThanOrEqualTo(BadHosts.MOST_FAILED + 1);
    }

    @Test
    void shouldProbeWithOneUnitAndUseAHostThatHasRecovered() {
        join("bad", 3);
        join("good", 3);
        world.begin(100_000);
        rounds(10);
        assertThat(actions(Action.HostExcluded.class)).hasSize(1);
        fails = (host, unit) -> false;
        int before = world.accepted.cardinality();
        world.now += BadHosts.FIRST_PAUSE_NANOS;
        world.workers.keySet().forEach(id -> world.apply(new Event.WorkerHeard(id)));
        world.apply(new Event.Ticked());
        assertThat(actions(Action.HostProbed.class)).hasSize(1);
        assertThat(world.workers.values().stream()
                        .filter(worker -> hosts.get(worker.id).equals("bad"))
                        .mapToInt(worker -> worker.queue.size())
                        .sum())
                .as("units of the probe")
                .isEqualTo(1);
        round();
        assertThat(actions(Action.HostAdmitted.class)).hasSize(1);
        assertThat(world.scheduler.activeSlots()).isEqualTo(6);
        assertThat(world.accepted.cardinality()).isGreaterThan(before);
    }

    @Test
    void shouldGoOnWithoutTwoBadHosts() {
        join("bad1", 3);
        join("bad2", 3);
        join("good", 2);
        world.begin(200);
        rounds(1_000);
        assertComplete();
        assertThat(actions(Action.HostExcluded.class)).hasSize(2);
    }

    @Test
    void shouldGiveUnitsUpAsEverWhenTheyFailOnAllHosts() {
        join("bad1", 2);
        join("bad2", 2);
        join("bad3", 2);
        world.begin(30);
        rounds(1_000);
        assertThat(world.done()).isTrue();
        assertThat(world.quarantined).hasSize(30);
        assertThat(actions(Action.HostExcluded.class)).isEmpty();
    }

    @Test
    void shouldNeverExcludeTheOnlyHost() {
        join("bad", 3);
        world.begin(10);
        rounds(1_000);
        assertThat(world.done()).isTrue();
        assertThat(world.quarantined).hasSize(10);
        assertThat(actions(Action.HostExcluded.class)).isEmpty();
    }

    @Test
    void shouldExcludeNoHostBecauseOfUnitsThatFailEverywhere() {
        fails = (host, unit) -> unit % 3 == 0;
        join("a", 2);
        join("b", 2);
        join("c", 2);
        world.begin(300);
        rounds(5_000);
        assertThat(world.done()).isTrue();
        assertThat(world.quarantined).hasSize(100);
        assertThat(actions(Action.HostExcluded.class)).isEmpty();
    }

    @Test
    void shouldAskAnExcludedHostBeforeAUnitOfOneOtherHostIsGivenUp() {
        join("bad", 1);
        join("good", 3);
        world.begin(100);
        rounds(10);
        assertThat(actions(Action.HostExcluded.class)).hasSize(1);
        fails = (host, unit) -> host.equals("good");
        rounds(1_000);
        assertComplete();
    }

    @Test
    void shouldUseTheExcludedHostWhenTheOthersAreLost() {
        join("bad", 1);
        WorkerId good = join("good");
        world.begin(100);
        rounds(10);
        assertThat(actions(Action.HostExcluded.class)).hasSize(1);
        fails = (host, unit) -> false;
        world.workers.remove(good);
        world.apply(new Event.WorkerDied(good));
        assertThat(actions(Action.HostAdmitted.class)).hasSize(1);
        rounds(1_000);
        assertComplete();
    }

    @Test
    void shouldBarAWorkerOfAnExcludedHostThatJoinsLater() {
        join("bad", 1);
        join("good", 2);
        world.begin(100);
        rounds(10);
        WorkerId late = join("bad");
        assertThat(actions(Action.WorkerBarred.class)).containsExactly(new Action.WorkerBarred(late));
        assertThat(world.workers.get(late).queue).isEmpty();
        rounds(1_000);
        assertComplete();
    }

    @Test
    void shouldLetSomebodyUnparkAWorkerOfAnExcludedHost() {
        WorkerId bad = join("bad");
        join("good", 2);
        world.begin(100);
        rounds(10);
        assertThat(actions(Action.HostExcluded.class)).hasSize(1);
        fails = (host, unit) -> false;
        world.apply(new Event.WorkerUnparked(bad));
        assertThat(world.workers.get(bad).queue).isNotEmpty();
        rounds(1_000);
        assertComplete();
    }

    private String state() {
        StringBuilder state =
                new StringBuilder("pool " + world.scheduler.ledger().kinds().oneSlotPool(0) + ", waiting");
        for (Trouble trouble : world.scheduler.ledger().waiting()) {
            state.append(' ')
                    .append(trouble.unit)
                    .append(" on ")
                    .append(trouble.tried())
                    .append(trouble.isolate);
        }
        for (WorkerRecord worker : world.scheduler.roster().all()) {
            String host = hosts.get(worker.id);
            state.append("; ")
                    .append(worker.id + " on " + host + " " + worker.state)
                    .append(worker.barred ? " barred" : "")
                    .append(worker.probing ? " probing" : "")
                    .append(worker.isolated ? " isolated" : "")
                    .append(" units " + worker.openUnits)
                    .append(" " + world.scheduler.roster().origins().hosts().state(host))
                    .append(world.scheduler.roster().origins().hosts().isBad(host) ? " bad" : "");
        }
        return state.toString();
    }

    /** Hosts that are good, bad, flaky or bad for a time, and units that fail everywhere: every run ends right. */
    @SeededTest(runs = 60)
    void shouldEndRightWhateverHostsDo(RandomGenerator random) {
        PolicyName[] policies = PolicyName.values();
        world = new World(policies[random.nextInt(policies.length)], random.nextInt(4), random.nextLong());
        int count = 1 + random.nextInt(6);
        Map<String, Integer> kinds = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("h" + i);
            kinds.put("h" + i, random.nextInt(5)); // 0: bad, 1: flaky, 2: bad for a time, else good
            join("h" + i, 1 + random.nextInt(3));
        }
        int poison = random.nextInt(4) == 0 ? 2 + random.nextInt(10) : Integer.MAX_VALUE;
        fails = (host, unit) -> unit % poison == 1
                || switch (kinds.get(host)) {
                    case 0 -> true;
                    case 1 -> random.nextBoolean();
                    case 2 -> world.now < 5 * SECOND;
                    default -> false;
                };
        int cycles = 1 + random.nextInt(3);
        for (int cycle = 0; cycle < cycles; cycle++) {
            world.begin(1 + random.nextInt(100));
            for (int i = 0; i < 10_000 && !world.done(); i++) {
                world.now += 100 * MILLI;
                if (i % 20 == 0) {
                    world.workers.keySet().forEach(id -> world.apply(new Event.WorkerHeard(id)));
                }
                if (random.nextInt(100) == 0 && world.workers.size() > 1) {
                    List<WorkerId> all = List.copyOf(world.workers.keySet());
                    WorkerId lost = all.get(random.nextInt(all.size()));
                    world.workers.remove(lost);
                    world.apply(new Event.WorkerDied(lost));
                    join(hosts.get(lost));
                }
                round();
            }
            assertThat(world.done())
                    .as("cycle %d, hosts %s, %s", cycle, kinds, state())
                    .isTrue();
            assertThat(world.acceptedTwice).isZero();
            boolean anyGood = kinds.values().stream().anyMatch(kind -> kind > 2);
            for (Action.Quarantine given : world.quarantined) {
                boolean others = kinds.size() > 1;
                if (anyGood && others && given.unit() % poison != 1) {
                    assertThat(given.failures().stream()
                                    .map(failure -> hosts.get(failure.worker()))
                                    .distinct()
                                    .count())
                            .as("hosts on which unit %d failed, of %s", given.unit(), kinds)
                            .isGreaterThan(1);
                }
            }
        }
    }
}
