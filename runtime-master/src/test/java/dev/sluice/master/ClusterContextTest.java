package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.Remedy;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.testing.NoLeaks;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The context of units on workers, and the application's rule for units that threw. */
@NoLeaks
class ClusterContextTest extends ClusterCase {
    private final Map<Long, Long> seeds = new TreeMap<>();

    private Work drawing(long seed) {
        cluster.terms().units = UnitTerms.NONE.seeded(seed);
        return cluster.work(200).within((unit, context) -> {
            assertThat(context.index()).isEqualTo(unit);
            seeds.put(unit, context.seed());
        });
    }

    @Test
    void shouldGiveEachUnitTheSeedThatItHasInAnyRun() {
        cluster.start(drawing(99));
        serving("sub");
        cluster.join("a", 3);
        cluster.joinBelow("sub", "b", 2);
        cluster.finishCompletely();
        assertThat(seeds).hasSize(200);
        seeds.forEach((unit, seed) -> assertThat(seed).isEqualTo(UnitSite.seedOf(99, 0, unit)));
    }

    @Test
    void shouldTryAUnitNowhereElseThatTheApplicationGivesUp() {
        Work work = cluster.work(100)
                .computing(ClusterContextTest::cursed)
                .mending((unit, tries) -> tries < 4 ? Remedy.AGAIN : Remedy.GIVE_UP);
        cluster.start(work);
        for (String host : new String[] {"a", "b", "c"}) {
            cluster.join(host, 1);
        }
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(cluster.counters().failed()).isEqualTo(1);
        assertThat(cluster.heard().quarantinedUnits()).singleElement().satisfies(given -> {
            assertThat(given.unit()).isEqualTo(57);
            assertThat(given.latest().code()).isEqualTo(ErrorCode.UNIT_GIVEN_UP);
        });
        assertThat(work.accepted(0)).hasSize(99);
    }

    @Test
    void shouldNotBelieveAWorkerThatGivesUpTheFirstUnitItGets() {
        Work work = cluster.work(100);
        cluster.start(work);
        Work bad = work.onWorker(1)
                .computing(unit -> {
                    throw new IllegalStateException("no licence");
                })
                .mending((unit, tries) -> Remedy.GIVE_UP);
        cluster.join("bad", 1, bad, Cluster.runFile("master"));
        cluster.join("good", 1);
        cluster.finishCompletely();
    }

    private static void cursed(long unit) {
        if (unit == 57) {
            throw new IllegalStateException("poison");
        }
    }
}
