package dev.sluice.model.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hosts named A to C; each has workers unless a test says otherwise. */
class BadHostsTest {
    private static final long SECOND = 1_000_000_000L;

    private final BadHosts hosts = new BadHosts();
    private final Set<String> connected = new HashSet<>(Set.of("A", "B", "C"));
    private final Set<String> probing = new HashSet<>();
    private final Set<String> unused = new HashSet<>();
    private long now;

    private final BadHosts.View view = new BadHosts.View() {
        @Override
        public boolean betterAtWork(String host) {
            return connected.stream()
                    .anyMatch(other ->
                            !other.equals(host) && hosts.state(other) == BadHosts.State.AT_WORK && !hosts.isBad(other));
        }

        @Override
        public boolean isNew(String host) {
            return unused.contains(host);
        }

        @Override
        public boolean canProbe(String host) {
            return connected.contains(host);
        }

        @Override
        public boolean isProbing(String host) {
            return probing.contains(host);
        }
    };

    /** The changes that are due, such as {@code A HELD}. */
    private List<String> due() {
        List<String> due = new ArrayList<>();
        for (BadHosts.Change each = hosts.next(now, view); each != null; each = hosts.next(now, view)) {
            due.add(each.host() + " " + each.now()
                    + (each.pauseNanos() > 0 ? " for " + each.pauseNanos() / SECOND + " s" : ""));
            if (each.now() == BadHosts.State.PROBED) {
                probing.add(each.host());
            } else {
                probing.remove(each.host());
            }
        }
        return due;
    }

    private void fail(String host, int from, int to) {
        for (int unit = from; unit < to; unit++) {
            hosts.failed(host, unit, false);
        }
    }

    private void exclude(String host) {
        fail(host, 0, 3);
        hosts.computed(host.equals("A") ? "B" : "A", 1, 2);
        due();
        assertThat(hosts.state(host)).isEqualTo(BadHosts.State.EXCLUDED);
    }

    @Test
    void shouldHoldAHostAfterThreeFailuresAndExcludeItWhenAnotherHostComputesOneOfThem() {
        fail("A", 0, 2);
        assertThat(due()).isEmpty();
        fail("A", 2, 3);
        assertThat(due()).containsExactly("A HELD");
        hosts.computed("B", 10, 20);
        assertThat(due()).as("other units prove nothing").isEmpty();
        hosts.computed("B", 2, 3);
        assertThat(due()).containsExactly("A EXCLUDED for 10 s");
    }

    @Test
    void shouldTryAHostThatHasComputedNothingWithFewUnits() {
        unused.add("A");
        fail("A", 0, 1);
        assertThat(due()).containsExactly("A TRIED");
        assertThat(hosts.untilBad("A")).isEqualTo(2);
        fail("A", 1, 3);
        assertThat(due()).containsExactly("A HELD");
    }

    @Test
    void shouldUseATriedHostAsEverWhenItComputesAUnit() {
        unused.add("A");
        fail("A", 0, 2);
        assertThat(due()).containsExactly("A TRIED");
        unused.remove("A");
        hosts.computed("A", 5, 6);
        assertThat(due()).containsExactly("A AT_WORK");
    }

    @Test
    void shouldUseATriedHostAsEverWhenNoBetterOneIsLeft() {
        unused.add("A");
        fail("A", 0, 1);
        due();
        connected.retainAll(Set.of("A"));
        assertThat(due()).containsExactly("A AT_WORK");
    }

    @Test
    void shouldNotCountUnitsThatFailElsewhereToo() {
        fail("A", 0, 3);
        assertThat(due()).containsExactly("A HELD");
        hosts.failed("B", 0, true);
        assertThat(due()).containsExactly("A AT_WORK");
        assertThat(hosts.isSuspect("B")).isFalse();
    }

    @Test
    void shouldForgetFailuresWhenTheHostComputesAUnit() {
        fail("A", 0, 2);
        hosts.computed("A", 7, 8);
        fail("A", 2, 4);
        assertThat(due()).isEmpty();
        assertThat(hosts.isBad("A")).isFalse();
    }

    @Test
    void shouldDoubleThePauseWithEachFailedProbeAndAdmitTheHostWhenOneSucceeds() {
        exclude("A");
        int unit = 100;
        for (int pause = 10; pause <= 640; pause *= 2) {
            now += pause * SECOND - 1;
            assertThat(due()).isEmpty();
            now++;
            assertThat(due()).containsExactly("A PROBED");
            fail("A", unit, ++unit);
            assertThat(due()).containsExactly("A EXCLUDED for " + Math.min(640, 2 * pause) + " s");
        }
        now += 640 * SECOND;
        assertThat(due()).containsExactly("A PROBED");
        hosts.computed("A", 100, 101);
        assertThat(due()).containsExactly("A AT_WORK");
    }

    @Test
    void shouldExcludeAHostForLongerThatFailsAgainSoonAfterItsProbe() {
        exclude("A");
        now += 10 * SECOND;
        due();
        hosts.computed("A", 100, 101);
        due();
        fail("A", 0, 3);
        hosts.computed("B", 0, 3);
        assertThat(due()).containsExactly("A HELD", "A EXCLUDED for 20 s");
    }

    @Test
    void shouldForgetThePauseOfAHostThatDidWellForLong() {
        exclude("A");
        now += 10 * SECOND;
        due();
        hosts.computed("A", 100, 101);
        due();
        now += 41 * SECOND;
        due();
        assertThat(hosts.isQuiet()).isTrue();
    }

    @Test
    void shouldProbeAgainWhenTheWorkerOfTheProbeIsLost() {
        exclude("A");
        now += 10 * SECOND;
        due();
        probing.clear();
        assertThat(due()).containsExactly("A EXCLUDED", "A PROBED");
    }

    @Test
    void shouldNeverHoldTheLastHost() {
        connected.remove("C");
        fail("A", 0, 3);
        assertThat(due()).containsExactly("A HELD");
        fail("B", 3, 6);
        assertThat(due()).as("none is better").containsExactly("A AT_WORK");
        connected.remove("A");
        assertThat(due()).isEmpty();
    }

    @Test
    void shouldAdmitAnExcludedHostWhenNoOtherIsLeft() {
        exclude("A");
        connected.removeAll(Set.of("B", "C"));
        assertThat(due()).containsExactly("A AT_WORK");
    }

    @Test
    void shouldKeepWhatIsProvenOverTheEndOfACycle() {
        fail("A", 0, 2);
        hosts.computed("B", 0, 2);
        hosts.cycleOver();
        fail("A", 0, 1);
        assertThat(due()).containsExactly("A HELD", "A EXCLUDED for 10 s");
    }

    @Test
    void shouldReleaseAHeldHostAtTheEndOfACycle() {
        fail("A", 0, 3);
        due();
        hosts.cycleOver();
        assertThat(due()).containsExactly("A AT_WORK");
    }

    @Test
    void shouldExcludeAnotherNameOfAnExcludedPeerAsLong() {
        exclude("A");
        hosts.excludeLike("A", "A2");
        connected.add("A2");
        assertThat(hosts.isExcluded("A2")).isTrue();
        now += 10 * SECOND;
        assertThat(due()).containsExactly("A PROBED", "A2 PROBED");
    }
}
