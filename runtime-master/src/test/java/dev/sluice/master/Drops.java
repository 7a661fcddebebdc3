package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Units that the application of an episode gives up. */
final class Drops {
    /** The call of the application at which it gives up a unit of the cycle; most are in no cycle that is so long. */
    private final Map<String, Long> units = new HashMap<>();

    /** Units, by cycle and index, that were given up before any worker had them. */
    private final Set<String> inTime = new HashSet<>();

    Drops(RandomGenerator random, boolean may) {
        for (int left = may ? random.nextInt(4) / 3 * random.nextInt(12) : 0; left > 0; left--) {
            units.put((random.nextBoolean() ? "accept " : "unit ") + random.nextInt(60), (long) random.nextInt(60));
        }
    }

    boolean isEmpty() {
        return units.isEmpty();
    }

    Collection<Long> units() {
        return units.values();
    }

    /** Has the master's copy of the application give the units up. */
    void hook(Work copy, Cluster cluster) {
        if (!units.isEmpty()) {
            copy.calling(call -> drop(copy, cluster, units.get(call)));
        }
    }

    private void drop(Work copy, Cluster cluster, Long unit) {
        int cycle = copy.cyclesBegun() - 1;
        if (unit != null && unit < copy.begunWith(cycle)) {
            SchedulerDriver driver = cluster.master().driver();
            if (driver.isOpen(cycle, unit) && driver.holders(unit).isEmpty()) {
                inTime.add(cycle + ":" + unit);
            }
            copy.drop(unit);
        }
    }

    /** Checks that none was accepted that no worker had when it was given up. */
    void judge(Work work) {
        for (String unit : inTime) {
            int colon = unit.indexOf(':');
            assertThat(work.accepted(Integer.parseInt(unit.substring(0, colon))))
                    .as("units that were given up while no worker had them")
                    .doesNotContain(Long.valueOf(unit.substring(colon + 1)));
        }
    }

    @Override
    public String toString() {
        return units.toString();
    }
}
