package dev.sluice.net.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.files.Eviction.Entry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvictionTest {
    private static final Entry OLD = new Entry("old", 40, 1, false);
    private static final Entry USED = new Entry("used", 30, 0, true);
    private static final Entry NEW = new Entry("new", 20, 3, false);

    private static Optional<List<Entry>> victims(long needed, long mostBytes) {
        return Eviction.victims(List.of(NEW, USED, OLD), needed, mostBytes);
    }

    @Test
    void shouldRemoveNothingWhileThereIsRoom() {
        assertThat(victims(10, 100)).contains(List.of());
    }

    @Test
    void shouldRemoveTheLeastRecentlyUsedFirst() {
        assertThat(victims(11, 100)).contains(List.of(OLD));
        assertThat(victims(50, 100)).contains(List.of(OLD));
        assertThat(victims(51, 100)).contains(List.of(OLD, NEW));
    }

    @Test
    void shouldRemoveOnlyWhatIsNotInUse() {
        assertThat(victims(70, 100)).contains(List.of(OLD, NEW));
        assertThat(victims(71, 100)).isEmpty();
    }

    @Test
    void shouldComeBackUnderALoweredBound() {
        assertThat(victims(0, 50)).contains(List.of(OLD));
        assertThat(victims(0, 29)).isEmpty();
    }

    @Test
    void shouldChooseByNameAmongEntriesOfOneTime() {
        Entry twin = new Entry("a", 40, 1, false);
        assertThat(Eviction.victims(List.of(OLD, twin), 1, 80)).contains(List.of(twin));
    }
}
