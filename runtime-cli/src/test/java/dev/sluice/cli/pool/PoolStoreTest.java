package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolStoreTest {
    private static final int MOST_OVER = 1_000;

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("pool.json");
    }

    private SubmittedRun run(String name) {
        return new SubmittedRun(
                directory.resolve("runs").resolve(name),
                directory,
                List.of("run", "app.jar", "--", "-x", "\" \n"),
                false);
    }

    @Test
    void shouldBeEmptyWithoutAFile() {
        PoolStore store = PoolStore.open(file());

        assertThat(store.hosts()).isEmpty();
        assertThat(store.runs()).isEmpty();
    }

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        PoolStore store = PoolStore.open(file());
        store.hosts(List.of("--host", "node1", "--slots", "4"));
        store.add(run("one"));
        store.add(run("two"));
        store.over(run("one"));
        PoolStore again = PoolStore.open(file());

        assertThat(again.hosts()).containsExactly("--host", "node1", "--slots", "4");
        assertThat(again.runs()).containsExactly(run("one").ended(), run("two"));
        assertThat(directory.resolve("pool.json.new")).doesNotExist();
    }

    @Test
    void shouldKeepTheTasksOfAFleet() throws Exception {
        PoolStore store = PoolStore.open(file());
        assertThat(store.fleet()).isEmpty();
        store.fleet(List.of("12_1", "12_2"));

        assertThat(PoolStore.open(file()).fleet()).containsExactly("12_1", "12_2");
    }

    @Test
    void shouldReadAFileFromBeforeThereWereFleets() throws Exception {
        Files.writeString(file(), "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[\"--local\"],\"runs\":[]}");

        assertThat(PoolStore.open(file()).fleet()).isEmpty();
    }

    @Test
    void shouldIgnoreAReplacementThatWasNotFinished() throws Exception {
        PoolStore.open(file()).add(run("one"));
        Files.writeString(directory.resolve("pool.json.new"), "{\"schema\":");

        assertThat(PoolStore.open(file()).runs()).containsExactly(run("one"));
    }

    @Test
    void shouldRefuseATornFileAtEachLength() throws Exception {
        PoolStore store = PoolStore.open(file());
        store.hosts(List.of("--host", "node1"));
        store.add(run("one"));
        String whole = Files.readString(file()).strip();
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(file(), whole.substring(0, length));

            assertThatThrownBy(() -> PoolStore.open(file()))
                    .as("the first %d characters", length)
                    .isInstanceOf(SluiceException.class)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("expected");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[]}",
                "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[7],\"runs\":[]}",
                "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[],\"runs\":[{\"directory\":\"d\"}]}",
                "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[],\"runs\":[{\"directory\":\"\\u0000\",\"from\":\"f\","
                        + "\"words\":[\"run\"],\"over\":false}]}",
                "{\"schema\":\"sluice-pool-state-2\",\"hosts\":[],\"runs\":[]}"
            })
    void shouldRefuseADamagedFile(String content) throws IOException {
        Files.writeString(file(), content);

        assertThatThrownBy(() -> PoolStore.open(file()))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining(file().toString())
                .hasMessageContaining("expected");
    }

    @Test
    void shouldForgetTheOldestEndedRunsOnly() throws Exception {
        String over = IntStream.range(0, MOST_OVER)
                .mapToObj(number -> "{\"directory\":\"/runs/" + number
                        + "\",\"from\":\"/\",\"words\":[\"run\"],\"over\":" + (number != 0) + "}")
                .collect(Collectors.joining(","));
        Files.writeString(file(), "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[],\"runs\":[" + over + "]}");
        PoolStore store = PoolStore.open(file());
        store.add(run("one"));
        store.add(run("two"));
        store.over(run("one"));
        store.over(run("two"));

        List<SubmittedRun> left = PoolStore.open(file()).runs();
        assertThat(left.stream().filter(SubmittedRun::over)).hasSize(MOST_OVER);
        assertThat(left.get(0).directory()).as("it goes on").isEqualTo(Path.of("/runs/0"));
        assertThat(left).extracting(SubmittedRun::directory).doesNotContain(Path.of("/runs/1"));
        assertThat(left).contains(run("two").ended());
    }
}
