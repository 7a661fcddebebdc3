package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Judges what the application of a run was given. */
final class Outcome {
    private final Work work;
    private final String mode;
    private final int cycles;

    Outcome(Work work, String mode, int cycles) {
        this.work = work;
        this.mode = mode;
        this.cycles = cycles;
    }

    /**
     * Checks that each unit counted once but for those that failed; returns the number of those that counted.
     *
     * @param failing how often these units fail still
     */
    long judge(Map<Long, Integer> failing, Set<Long> mayBeMissing) {
        long all = 0;
        for (int cycle = 0; cycle < cycles; cycle++) {
            Set<Long> missing = missing(cycle);
            assertThat(mayBeMissing).as("units that fail").containsAll(missing);
            for (Map.Entry<Long, Integer> each : failing.entrySet()) {
                if (each.getValue() == Integer.MAX_VALUE && each.getKey() < work.begunWith(cycle)) {
                    assertThat(missing).as("units that failed").contains(each.getKey());
                }
            }
            List<Long> expected = work.all(cycle, missing);
            if (mode.equals("sum")) {
                assertThat(work.totals()).hasSize(cycles);
                assertThat(work.totals().get(cycle)).isEqualTo(work.sum(cycle, missing));
            } else {
                assertThat(work.accepted(cycle)).as("cycle %s", cycle).containsExactlyInAnyOrderElementsOf(expected);
            }
            all += expected.size();
        }
        return all;
    }

    private Set<Long> missing(int cycle) {
        Set<Long> missing = new TreeSet<>();
        for (String call : work.calls()) {
            if (call.startsWith("missing ")) {
                for (String unit : call.substring("missing ".length()).split(" ")) {
                    if (unit.startsWith(cycle + ":")) {
                        missing.add(Long.valueOf(unit.substring(unit.indexOf(':') + 1)));
                    }
                }
            }
        }
        return missing;
    }
}
