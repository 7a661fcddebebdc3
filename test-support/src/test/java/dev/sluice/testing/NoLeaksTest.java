package dev.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class NoLeaksTest {
    private static final CountDownLatch END = new CountDownLatch(1);

    @AfterAll
    static void endLeakedThreads() {
        END.countDown();
    }

    @Test
    void shouldPassATestThatCleansUp() {
        run("cleans").assertStatistics(stats -> stats.succeeded(1));
    }

    @Test
    void shouldWaitForAThreadThatIsEnding() {
        run("endsSoon").assertStatistics(stats -> stats.succeeded(1));
    }

    @Test
    void shouldNameALeakedThread() {
        assertThat(messageOf(run("leaksAThread")))
                .contains("leaksAThread() left behind thread 'leaked-thread' at")
                .contains("CountDownLatch.await")
                .contains("(expected: nothing, at most 1 s after its end)");
    }

    @Test
    void shouldAcceptAThreadThatMayStay() {
        run("leaksAKnownThread").assertStatistics(stats -> stats.succeeded(1));
    }

    @Test
    void shouldNameAndKillALeakedProcess() {
        assertThat(messageOf(run("leaksAProcess"))).contains("process ").contains("sleep 600");
        assertThat(ProcessHandle.current()
                        .children()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("sleep 600"))
                        .toList())
                .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(java.time.Duration.ofSeconds(60)));
    }

    private static Events run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.class, method))
                .execute()
                .testEvents();
    }

    private static String messageOf(Events events) {
        return events.failed()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .map(result ->
                        String.valueOf(result.getThrowable().orElseThrow().getMessage()))
                .findFirst()
                .orElseThrow();
    }

    /** Run by the tests above, not by the build: its name ends with neither Test nor IT. */
    static class Cases {
        @Test
        @NoLeaks
        void cleans() throws InterruptedException {
            Thread thread = new Thread(() -> {}, "short");
            thread.start();
            thread.join();
        }

        @Test
        @NoLeaks
        void endsSoon() throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            Thread thread = new Thread(
                    () -> {
                        started.countDown();
                        Thread.yield();
                    },
                    "ending");
            thread.start();
            started.await();
        }

        @Test
        @NoLeaks(seconds = 1)
        void leaksAThread() {
            leak("leaked-thread");
        }

        @Test
        @NoLeaks(seconds = 1, stay = "known-")
        void leaksAKnownThread() {
            leak("known-thread");
        }

        @Test
        @NoLeaks(seconds = 1)
        void leaksAProcess() throws IOException {
            new ProcessBuilder("sleep", "600").start();
        }

        private static void leak(String name) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            END.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
            await().until(() -> thread.getState() == Thread.State.WAITING);
        }
    }
}
