package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.launch.pool.PoolLauncher;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.pool.Deadline;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.virtual.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PoolOptionsTest {
    private static final RunFile FILE = RunFiles.of(Role.ADMIN, 7_000);

    @TempDir
    Path directory;

    private PoolOptions options(String... words) {
        PoolOptions options = new PoolOptions();
        new CommandLine(options).parseArgs(words);
        return options;
    }

    /** @param keys of the option, beside the directory; empty for none */
    private PoolOptions withPool(String keys) throws Exception {
        Files.createDirectories(directory);
        FILE.write(PoolAddress.file(directory, Role.ADMIN));
        return options("--pool=dir=" + directory + (keys.isEmpty() ? "" : "," + keys));
    }

    @Test
    void shouldAskForNoPoolUnlessTold() {
        assertThat(options().terms()).isNull();
        assertThat(options().asked()).isFalse();
    }

    @Test
    void shouldTakeAllSlotsWithWeightOneUnlessTold() throws Exception {
        PoolLauncher.Terms terms = Objects.requireNonNull(withPool("").terms());

        assertThat(terms.pool().run()).isEqualTo(FILE.run());
        assertThat(terms.weight()).isEqualTo(1);
        assertThat(terms.priority()).isZero();
        assertThat(terms.leastSlots()).isZero();
        assertThat(terms.mostSlots()).isEqualTo(1 << 24);
        assertThat(terms.deadlineNanos()).isEqualTo(Deadline.NONE);
    }

    @Test
    void shouldCountADeadlineFromNow() throws Exception {
        long hour = 3_600_000_000_000L;
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());

        assertThat(deadline("2h")).isEqualTo(2 * hour);
        assertThat(deadline(now.plusHours(3).toString())).isBetween(2 * hour, 3 * hour);
        assertThat(deadline(now.minusHours(1).toString())).as("over").isNegative();
    }

    private long deadline(String time) throws Exception {
        return Objects.requireNonNull(withPool("deadline=" + time).terms()).deadlineNanos();
    }

    @Test
    void shouldPassWhatIsTold() throws Exception {
        PoolLauncher.Terms terms = Objects.requireNonNull(
                withPool("weight=3,priority=-7,least-slots=2,most-slots=2").terms());

        assertThat(List.of(terms.weight(), terms.priority(), terms.leastSlots(), terms.mostSlots()))
                .containsExactly(3, -7, 2, 2);
    }

    @Test
    void shouldStandAloneBeforeAnotherWord() {
        for (String line : List.of("--pool", "--pool --rest=1", "--pool app.jar", "--pool=true", "--pool=weight=2")) {
            Rest rest = new Rest();
            new CommandLine(rest).parseArgs(line.split(" "));
            assertThat(rest.options.asked()).as(line).isTrue();
            assertThat(rest.jar).as(line).isEqualTo(line.contains("app.jar") ? "app.jar" : "");
        }
        assertThat(options("--pool=false").asked())
                .as("a configured pool that is not wanted")
                .isFalse();
    }

    /** A command with another option and an operand. */
    static final class Rest {
        @CommandLine.Mixin
        final PoolOptions options = new PoolOptions();

        @CommandLine.Option(names = "--rest")
        int rest;

        @CommandLine.Parameters(arity = "0..1")
        String jar = "";
    }

    @Test
    void shouldAddWhatARepeatedOptionSays() throws Exception {
        Files.createDirectories(directory);
        FILE.write(PoolAddress.file(directory, Role.ADMIN));
        PoolLauncher.Terms terms =
                options("--pool", "--pool=dir=" + directory, "--pool=weight=4").terms();

        assertThat(Objects.requireNonNull(terms).weight()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weight=0",
                "weight=1001",
                "weight=two",
                "weight",
                "wait=2",
                "priority=101",
                "priority=-101",
                "least-slots=-1",
                "most-slots=0",
                "deadline=tomorrow",
                "deadline=2026-13-01T00:00",
                "role=owner",
                "least-slots=5,most-slots=4"
            })
    void shouldRefuseTermsThatMakeNoSense(String keys) {
        assertThatThrownBy(() -> withPool(keys).terms())
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessageContaining("--pool")
                .hasMessageContaining(keys.split("[=,]")[0])
                .hasMessageContaining("expected");
    }

    @Test
    void shouldRefuseADirectoryWithoutAPool() {
        assertThatThrownBy(
                        () -> options("--pool=dir=" + directory.resolve("none")).terms())
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_POOL))
                .hasMessageContaining(directory.resolve("none").toString());
    }
}
