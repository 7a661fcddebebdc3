package dev.sluice.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: shells that behave like workers. */
class WarmWorkersTest {
    /** Prints its first line as a worker would announce itself, and then what follows until its input ends. */
    private static final List<String> SHELL =
            List.of("/bin/sh", "-c", "read seat; echo \"sluice: joined $seat\"; cat; echo finished; exit 3");

    private static final AgentTarget.Seat SEAT = new AgentTarget.Seat(9, new RunId("run-1"), 4, "run=run-1\nend\n");

    @TempDir
    private Path logs;

    private static final class Told implements SeatWorkers.News {
        final CompletableFuture<Void> joined = new CompletableFuture<>();
        final CompletableFuture<String> ended = new CompletableFuture<>();

        @Override
        public void joined() {
            joined.complete(null);
        }

        @Override
        public void ended(int exitCode, String lastWords) {
            ended.complete(exitCode + " " + lastWords);
        }
    }

    @Test
    void shouldPassTheSeatAndDrainByClosingTheInput() throws Exception {
        try (WarmWorkers workers = new WarmWorkers(SHELL, logs)) {
            Told told = new Told();
            SeatWorkers.Worker worker = workers.start(SEAT, told);
            told.joined.get(60, TimeUnit.SECONDS);
            assertThat(told.ended).isNotDone();
            worker.drain();

            assertThat(told.ended.get(60, TimeUnit.SECONDS)).isEqualTo("3 finished");
            assertThat(Files.readString(logs.resolve("run-1-9.log"))).endsWith("finished\n");
        }
    }

    @Test
    void shouldUseTheProcessThatWasStartedAhead() throws Exception {
        try (WarmWorkers workers = new WarmWorkers(SHELL, logs)) {
            List<Long> ofOthers = children();
            workers.warm();
            List<Long> ahead = childrenBut(ofOthers);
            assertThat(ahead).hasSize(1);
            SeatWorkers.Worker worker = workers.start(SEAT, new Told());

            assertThat(worker.pid()).isEqualTo(ahead.get(0));
            assertThat(childrenBut(ofOthers)).hasSize(2); // the next one is ahead
            worker.drain();
        }
    }

    /** Shells of earlier tests may not have ended yet. */
    private static List<Long> childrenBut(List<Long> others) {
        return children().stream().filter(pid -> !others.contains(pid)).toList();
    }

    private static List<Long> children() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").contains("sh"))
                .map(ProcessHandle::pid)
                .toList();
    }

    @Test
    void shouldKeepOnlyTheLastWordsOfALongOutput() throws Exception {
        List<String> talker = List.of("/bin/sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo; echo the end");
        try (WarmWorkers workers = new WarmWorkers(talker, logs)) {
            Told told = new Told();
            workers.start(SEAT, told);

            String words = told.ended.get(60, TimeUnit.SECONDS);
            assertThat(words).isEqualTo("0 the end");
            assertThat(Files.size(logs.resolve("run-1-9.log"))).isGreaterThan(300_000);
        }
    }

    @Test
    void shouldGoOnWithoutRoomForTheLog() throws Exception {
        Path nowhere = logs.resolve("missing");
        try (WarmWorkers workers = new WarmWorkers(SHELL, nowhere)) {
            Told told = new Told();
            SeatWorkers.Worker worker = workers.start(SEAT, told);
            told.joined.get(60, TimeUnit.SECONDS);
            worker.drain();

            assertThat(told.ended.get(60, TimeUnit.SECONDS)).isEqualTo("3 finished");
        }
    }

    @Test
    void shouldSayWhyAProcessCannotBeStarted() throws IOException {
        try (WarmWorkers workers = new WarmWorkers(List.of("/no/such/program"), logs)) {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> workers.start(SEAT, new Told())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("/no/such/program");
        }
    }
}
