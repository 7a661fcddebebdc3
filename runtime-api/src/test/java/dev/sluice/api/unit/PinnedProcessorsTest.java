package dev.sluice.api.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedProcessorsTest {
    @TempDir
    private Path locks;

    private final TreeSet<Integer> allowed = PinnedProcessors.allowed();

    @AfterEach
    void unpin() {
        UnitProcessors.share(1, false);
    }

    @Test
    void shouldReadListsOfProcessors() {
        assertThat(PinnedProcessors.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
        assertThat(PinnedProcessors.parse("5")).containsExactly(5);
    }

    @Test
    void shouldGiveEachProcessProcessorsOfItsOwn() throws IOException {
        assumeTrue(allowed.size() >= 2, "a host with two processors");
        PinnedProcessors first = PinnedProcessors.claim(1, locks);
        PinnedProcessors others = PinnedProcessors.claim(allowed.size() - 1, locks);
        assertThat(first.prefix().get(2)).isEqualTo(allowed.first().toString());
        assertThat(others.prefix().get(2).split(","))
                .hasSize(allowed.size() - 1)
                .doesNotContain(first.prefix().get(2));
        assertThatThrownBy(() -> PinnedProcessors.claim(1, locks)).hasMessageContaining("0 of " + allowed.size());
        first.close();
        first.close();
        try (PinnedProcessors again = PinnedProcessors.claim(1, locks)) {
            assertThat(again.prefix()).isEqualTo(first.prefix());
        }
        others.close();
    }

    @Test
    void shouldPinNothingUnlessAsked() throws IOException {
        UnitProcessors.share(10_000, false);
        assertThat(PinnedProcessors.claim().prefix()).isEmpty();
        assertThat(PinnedProcessors.offence(10_000)).isEmpty();
    }

    @Test
    void shouldRefuseMoreSlotsThanProcessors() {
        UnitProcessors.share(10_000, true);
        assertThat(PinnedProcessors.offence(10_000))
                .hasValueSatisfying(
                        text -> assertThat(text).startsWith("--pin: ").contains("(expected: "));
    }
}
