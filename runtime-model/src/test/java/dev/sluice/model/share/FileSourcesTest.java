package dev.sluice.model.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FileSourcesTest {
    private static final String FILE = "ab".repeat(32);
    private static final long MIB = 1 << 20;
    private static final SourceChoice MASTER = new SourceChoice.FromMaster();
    private static final SourceChoice LATER = new SourceChoice.Later();

    private final FileSources sources = new FileSources();

    private static WorkerId worker(int number) {
        return new WorkerId(number);
    }

    private static SourceChoice from(int number) {
        return new SourceChoice.FromWorker(worker(number));
    }

    /** Workers 1 to {@code count} of one group, each on a host of its own, which listen. */
    private void hosts(int count) {
        for (int i = 1; i <= count; i++) {
            sources.joined(worker(i), "site", "host" + i);
            sources.open(worker(i));
        }
    }

    private SourceChoice wants(int number) {
        return sources.wants(worker(number), FILE, 1 << 30);
    }

    @Test
    void shouldAskNobodyToListenUntilASecondHostIsInTheGroup() {
        assertThat(sources.joined(worker(1), "site", "a")).isEmpty();
        assertThat(sources.joined(worker(2), "site", "a")).isEmpty();
        assertThat(sources.joined(worker(3), "other", "b")).isEmpty();
        assertThat(sources.joined(worker(4), "site", "c")).containsExactly(worker(1), worker(2), worker(4));
        assertThat(sources.joined(worker(5), "site", "d")).containsExactly(worker(5));
    }

    @Test
    void shouldPassALargeFileAlongAChain() {
        hosts(12);
        assertThat(wants(1)).isEqualTo(MASTER);
        for (int i = 2; i <= 12; i++) {
            assertThat(wants(i)).isEqualTo(from(i - 1));
        }
    }

    @Test
    void shouldPassASmallFileAlongATree() {
        hosts(5);
        List<SourceChoice> chosen = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            chosen.add(sources.wants(worker(i), FILE, MIB));
        }
        assertThat(chosen).containsExactly(MASTER, from(1), from(1), from(1), from(2));
    }

    @Test
    void shouldTakeTheFileFromAWorkerThatHadIt() {
        hosts(3);
        sources.has(worker(3), FILE);
        assertThat(wants(1)).isEqualTo(from(3));
    }

    @Test
    void shouldNotCrossGroups() {
        sources.joined(worker(1), "here", "a");
        sources.joined(worker(2), "there", "b");
        sources.open(worker(1));
        assertThat(wants(1)).isEqualTo(MASTER);
        assertThat(wants(2)).isEqualTo(MASTER);
    }

    @Test
    void shouldWaitForASourceThatIsAboutToListen() {
        sources.joined(worker(1), "site", "a");
        assertThat(wants(1)).isEqualTo(MASTER);
        sources.joined(worker(2), "site", "b");
        assertThat(wants(2)).isEqualTo(LATER);
        sources.open(worker(1));
        assertThat(wants(2)).isEqualTo(from(1));
    }

    @Test
    void shouldFallBackToTheMasterIfTheSourceCannotListen() {
        sources.joined(worker(1), "site", "a");
        wants(1);
        sources.joined(worker(2), "site", "b");
        sources.blocked(worker(1));
        assertThat(wants(2)).isEqualTo(MASTER);
    }

    @Test
    void shouldReplaceALostSource() {
        hosts(4);
        wants(1);
        wants(2);
        wants(3);
        sources.gone(worker(2));
        sources.lost(worker(3), FILE);
        assertThat(wants(3)).isEqualTo(from(1));
        sources.lost(worker(3), FILE);
        assertThat(wants(3)).as("which could reach nobody").isEqualTo(MASTER);
        assertThat(wants(4)).isEqualTo(from(1));
    }

    @Test
    void shouldNotLetAWorkerFetchFromItself() {
        hosts(3);
        wants(1);
        wants(2);
        wants(3);
        sources.gone(worker(1));
        sources.lost(worker(2), FILE);
        assertThat(wants(2)).as("3 fetches from it").isEqualTo(MASTER);
    }

    @Test
    void shouldNotAskASourceOfWrongBytesAgain() {
        hosts(3);
        wants(1);
        assertThat(wants(2)).isEqualTo(from(1));
        sources.wrong(worker(2), FILE);
        assertThat(wants(2)).isEqualTo(MASTER);
        assertThat(wants(3)).isEqualTo(from(2));
        assertThat(sources.wants(worker(3), "cd".repeat(32), MIB))
                .as("another file")
                .isEqualTo(MASTER);
    }

    @Test
    void shouldNotAskAWorkerThatKeepsTheFileForItself() {
        hosts(2);
        wants(1);
        sources.keeps(worker(1), FILE);
        assertThat(wants(2)).isEqualTo(MASTER);
    }

    /** Random histories of one file: no host serves more than three, nobody is left without a source, no circles. */
    @SeededTest(runs = 300)
    void shouldServeEverybodyAndBurdenNobody(RandomGenerator random) {
        Map<WorkerId, SourceChoice> fetching = new LinkedHashMap<>();
        Map<WorkerId, String> hosts = new HashMap<>();
        Map<WorkerId, Set<WorkerId>> refused = new HashMap<>();
        int joined = 0;
        long bytes = MIB << random.nextInt(11);
        for (int step = 0; step < 200; step++) {
            WorkerId id = worker(1 + random.nextInt(joined + 1));
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    id = worker(++joined);
                    hosts.put(id, "host" + random.nextInt(20));
                    sources.joined(id, "site" + random.nextInt(2), hosts.get(id));
                }
                case 2 -> sources.open(id);
                case 3 -> sources.blocked(id);
                case 4 -> {
                    sources.has(id, FILE);
                    fetching.remove(id);
                }
                case 5 -> {
                    if (fetching.get(id) instanceof SourceChoice.FromWorker source) {
                        refused.computeIfAbsent(id, any -> new HashSet<>()).add(source.worker());
                        sources.lost(id, FILE);
                        fetching.remove(id);
                    }
                }
                case 6 -> {
                    if (random.nextInt(4) == 0) {
                        sources.gone(id);
                        hosts.remove(id);
                        fetching.remove(id);
                        refused.remove(id);
                    }
                }
                default -> {
                    SourceChoice choice = sources.wants(id, FILE, bytes);
                    fetching.remove(id);
                    if (choice instanceof SourceChoice.FromWorker source) {
                        assertThat(source.worker()).isNotEqualTo(id);
                        assertThat(hosts).as("present").containsKey(source.worker());
                        assertThat(refused.getOrDefault(id, Set.of())).doesNotContain(source.worker());
                    }
                    if (!choice.equals(LATER) && hosts.containsKey(id)) {
                        fetching.put(id, choice);
                    }
                }
            }
            check(fetching, hosts);
        }
    }

    private void check(Map<WorkerId, SourceChoice> fetching, Map<WorkerId, String> hosts) {
        Map<String, Integer> loads = new HashMap<>();
        fetching.forEach((id, choice) -> {
            if (choice instanceof SourceChoice.FromWorker source && hosts.containsKey(source.worker())) {
                loads.merge(hosts.get(source.worker()), 1, Integer::sum);
            }
            Set<WorkerId> seen = new HashSet<>(Set.of(id));
            SourceChoice at = choice;
            while (at instanceof SourceChoice.FromWorker source) {
                assertThat(seen.add(source.worker())).as("no circle").isTrue();
                at = fetching.get(source.worker());
            }
        });
        assertThat(loads.values()).allMatch(load -> load <= FileSources.MOST_RECEIVERS);
        hosts.keySet().forEach(id -> assertThat(sources.load(id)).isLessThanOrEqualTo(FileSources.MOST_RECEIVERS));
    }

    /** Whoever waits gets a source once nobody is about to listen any more. */
    @SeededTest(runs = 100)
    void shouldLetNobodyWaitForEver(RandomGenerator random) {
        int count = 2 + random.nextInt(30);
        for (int i = 1; i <= count; i++) {
            sources.joined(worker(i), "site", "host" + i);
        }
        sources.has(worker(1), FILE);
        assertThat(wants(2)).isEqualTo(LATER);
        for (int i = 1; i <= count; i++) {
            if (random.nextBoolean()) {
                sources.open(worker(i));
            } else {
                sources.blocked(worker(i));
            }
        }
        for (int i = 2; i <= count; i++) {
            assertThat(wants(i)).isNotEqualTo(LATER);
        }
    }
}
