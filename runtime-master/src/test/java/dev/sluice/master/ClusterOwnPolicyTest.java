package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.extension.DistributionPolicy;
import dev.sluice.master.tune.Extensions;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that are classes of the application. */
class ClusterOwnPolicyTest extends ClusterCase {
    private static final List<Long> GIVEN = Collections.synchronizedList(new ArrayList<>());

    /** Seven units at a time; a record of what was given. */
    public static final class Sevens implements DistributionPolicy {
        @Override
        public long chunk(Slot slot) {
            return 7;
        }

        @Override
        public void assigned(Slot slot, long units) {
            assertThat(slot.unassigned()).isBetween(units, slot.units());
            GIVEN.add(units);
        }
    }

    /** Gives up after five chunks. */
    public static final class Throwing implements DistributionPolicy {
        private int chunks;

        @Override
        public long chunk(Slot slot) {
            if (chunks == 5) {
                throw new IllegalStateException("five are enough");
            }
            return 2;
        }

        @Override
        public void assigned(Slot slot, long units) {
            chunks++;
        }
    }

    /** No size. */
    public static final class Negative implements DistributionPolicy {
        @Override
        public long chunk(Slot slot) {
            return slot.units() - slot.unassigned() > 10 ? -1 : 3;
        }
    }

    /** Asks itself without an end. */
    @SuppressWarnings("InfiniteRecursion") // it is meant
    public static final class Endless implements DistributionPolicy {
        @Override
        public long chunk(Slot slot) {
            return chunk(slot) + 1;
        }
    }

    private void policy(Class<?> type) {
        cluster.terms().policy = Extensions.policy(type.getName());
    }

    @Test
    void shouldSizeChunksByAClassOfTheApplication() {
        GIVEN.clear();
        policy(Sevens.class);
        Work work = cluster.work(700, 70);
        cluster.start(work.taking(unit -> 10 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(GIVEN).hasSize(110).containsOnly(7L);
        assertThat(decided()).noneMatch(what -> what.startsWith("SS"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Throwing | threw java.lang.IllegalStateException: five are enough",
                "Negative | returned a chunk of -1 units (expected: 1 or more)",
                "Endless | threw java.lang.StackOverflowError",
            })
    void shouldGoOnWithTheUsualPolicyAndSayWhy(String name, String why) throws Exception {
        policy(Class.forName(ClusterOwnPolicyTest.class.getName() + "$" + name));
        Work work = cluster.work(200, 50);
        cluster.start(work.taking(unit -> 10 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(cluster.master().course().actuator().handout().policy()).isEqualTo(PolicyName.SS);
        List<RunView.Decision> decisions =
                cluster.master().core().recording().recorder().decisions();
        assertThat(decisions)
                .filteredOn(each -> each.what().startsWith("SS, "))
                .singleElement()
                .satisfies(only ->
                        assertThat(only.why()).contains(ClusterOwnPolicyTest.class.getName() + "$" + name + " " + why));
    }

    @Test
    void shouldTakeTheUsualPolicyBelowASubMaster() {
        policy(Sevens.class);
        Work work = cluster.work(200);
        cluster.start(work.taking(unit -> 10 * Cluster.MILLI));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "c", 1);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(sub.master().course().actuator().handout().policy()).isEqualTo(PolicyName.SS);
    }
}
