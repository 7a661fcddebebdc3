package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.unit.Remedy;
import dev.sluice.api.unit.UnitContext;
import dev.sluice.api.unit.UnitSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The context of a unit, and the application's rule for units that threw. */
class UnitContextTest {
    /** Two cycles of units, whose results are what they draw. */
    static class Drawing extends Application<None, Long, Long> {
        final List<Long> drawn = new ArrayList<>();
        final List<Path> directories = new ArrayList<>();

        @Override
        protected Cycle<None> cycle(int number) {
            return new Cycle<>(3, None.NONE, number == 1);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(None setup, Long unit) throws Exception {
            assertThat(context().index()).isEqualTo(unit);
            assertThat(context().processors()).isEqualTo(dev.sluice.api.unit.UnitProcessors.each());
            assertThat(context().random()).isSameAs(context().random());
            Path directory = context().scratch();
            assertThat(context().scratch()).isEqualTo(directory);
            Files.createDirectories(directory.resolve("below"));
            Files.writeString(directory.resolve("below/file"), "x");
            directories.add(directory);
            return context().random().nextLong();
        }

        @Override
        protected Verdict accept(long index, Long result) {
            drawn.add(result);
            return Verdict.CONTINUE;
        }

        UnitContext outside() {
            return context();
        }
    }

    private static Drawing run(long seed) throws ApplicationException {
        Drawing application = new Drawing();
        new SerialRun<>(Hosted.of(application)).withSeed(seed).run();
        return application;
    }

    @Test
    void shouldDrawTheSameNumbersInEachRunOfASeed() throws Exception {
        List<Long> first = run(42).drawn;
        assertThat(first).hasSize(6).doesNotHaveDuplicates().isEqualTo(run(42).drawn);
        assertThat(run(43).drawn).doesNotContainAnyElementsOf(first);
    }

    @Test
    void shouldMakeSeedsThatOtherLanguagesMakeToo() {
        assertThat(UnitSite.seedOf(0, 0, 0)).isEqualTo(Seeds.ZERO);
        assertThat(UnitSite.seedOf(42, 1, 1_000_000_000_000L)).isEqualTo(Seeds.LARGE);
        Set<Long> seeds = new HashSet<>();
        for (int cycle = 0; cycle < 100; cycle++) {
            for (int index = 0; index < 100; index++) {
                assertThat(seeds.add(UnitSite.seedOf(7, cycle, index))).isTrue();
            }
        }
        assertThat(seeds).allMatch(seed -> seed >= 0);
        assertThat(UnitSite.seedOf("pi-1"))
                .isNotEqualTo(UnitSite.seedOf("pi-2"))
                .isBetween(0L, (1L << 53) - 1);
    }

    /** Numbers that {@code python/tests/test_context.py} has, too. */
    private static final class Seeds {
        static final long ZERO = 6_017_775_124_710_473_527L;
        static final long LARGE = 7_567_112_621_939_435_667L;
    }

    @Test
    void shouldRemoveTheDirectoryOfAUnitWithItsFiles() throws Exception {
        List<Path> directories = run(1).directories;
        assertThat(directories).hasSize(6).doesNotHaveDuplicates().allMatch(path -> !Files.exists(path));
    }

    @Test
    void shouldRemoveWhatAKilledProcessHasLeft(@TempDir Path temporary) throws IOException {
        Path own = Files.createDirectory(temporary.resolve("sluice-scratch-77-1"));
        Files.writeString(own.resolve("file"), "x");
        Path others = Files.createDirectory(temporary.resolve("sluice-scratch-7-1"));
        UnitSite.deleteOf(77, temporary);
        assertThat(own).doesNotExist();
        assertThat(others).exists();
    }

    @Test
    void shouldRefuseAContextOutsideOfAUnit() {
        assertThatThrownBy(() -> new Drawing().outside())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("(expected: called in compute");
    }

    @Test
    void shouldKeepTheLatestWordOnProgress() {
        List<UnitSite.Progress> told = new ArrayList<>();
        UnitSite[] site = new UnitSite[1];
        site[0] = new UnitSite(0, () -> told.add(site[0].progress()));
        site[0].enter();
        site[0].progress(0.4, "epoch 4");
        site[0].progress(7, "x".repeat(200));
        site[0].progress(Double.NaN, "");
        assertThat(told).hasSize(3);
        assertThat(told.get(0)).isEqualTo(new UnitSite.Progress(0.4, "epoch 4"));
        assertThat(told.get(1)).isEqualTo(new UnitSite.Progress(1, "x".repeat(100)));
        assertThat(told.get(2).done()).isZero();
        site[0].leave();
        assertThat(site[0].progress()).isNull();
    }

    /** Its only unit throws so often, and the rule answers this. */
    private static final class Failing extends Drawing {
        private final int times;
        private final Remedy remedy;
        private final List<Integer> tries = new ArrayList<>();

        Failing(int times, Remedy remedy) {
            this.times = times;
            this.remedy = remedy;
        }

        @Override
        protected Long compute(None setup, Long unit) {
            if (tries.size() < times) {
                throw new IllegalStateException("busy");
            }
            return unit;
        }

        @Override
        protected Remedy onFailure(Long unit, Exception thrown, int tried) throws IOException {
            assertThat(thrown).hasMessage("busy");
            tries.add(tried);
            if (remedy == Remedy.AGAIN && tried == 9) {
                throw new IOException("no rule");
            }
            return remedy;
        }
    }

    private static ApplicationException thrown(Failing application) {
        try {
            Hosted.of(application).compute(None.NONE, 5L);
            throw new AssertionError("computed");
        } catch (ApplicationException failure) {
            return failure;
        }
    }

    @Test
    void shouldComputeAUnitAgainAsOftenAsTheApplicationAsks() throws Exception {
        Failing application = new Failing(3, Remedy.AGAIN);
        assertThat(Hosted.of(application).compute(None.NONE, 5L)).isEqualTo(5L);
        assertThat(application.tries).containsExactly(1, 2, 3);
    }

    @Test
    void shouldGiveAUnitUpOrLeaveItToOthers() {
        assertThat(thrown(new Failing(1, Remedy.GIVE_UP)).kind()).isEqualTo(ApplicationException.Kind.GIVEN_UP);
        assertThat(thrown(new Failing(1, Remedy.ELSEWHERE)).kind()).isEqualTo(ApplicationException.Kind.THREW);
    }

    @Test
    void shouldReportARuleThatThrows() {
        ApplicationException failure = thrown(new Failing(99, Remedy.AGAIN));
        assertThat(failure.method()).isEqualTo("onFailure");
        assertThat(failure).hasMessageContaining("no rule");
    }
}
