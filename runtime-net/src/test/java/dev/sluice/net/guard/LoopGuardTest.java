package dev.sluice.net.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.transport.LoopThread;
import dev.sluice.testing.NoLeaks;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A loop fails: its run ends, or else its process. */
@NoLeaks
class LoopGuardTest {
    private static final long SOON_NANOS = 1_000_000L;

    /** The guard never ends in this time a run that the test is about to end. */
    private static final long LATE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** A run that notes how it shall end. */
    private static class Run implements LoopGuard.Guarded {
        private final CompletableFuture<LoopFailure> told = new CompletableFuture<>();
        private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
        private final CompletableFuture<LoopFailure> halted = new CompletableFuture<>();

        @Override
        public void end(LoopFailure how) {
            told.complete(how);
        }

        @Override
        public CompletableFuture<?> ended() {
            return ended;
        }

        @Override
        public void lastResort(LoopFailure how) {
            halted.complete(how);
        }
    }

    private final Run run = new Run();

    private static LoopFailure soon(CompletableFuture<LoopFailure> end) throws Exception {
        return end.get(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldEndTheRunWhenMemoryIsExhausted() throws Exception {
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), run, LATE_NANOS)) {
            loop.loop().execute(() -> {
                throw new OutOfMemoryError("made by the test");
            });
            assertThat(soon(run.told).code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
            assertThat(run.told.get().code().exitCode()).isEqualTo(4);
            run.ended.complete(true);
            assertThat(run.halted).isNotDone();
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldNameThreadsWhenTheSystemRefusesOne() throws Exception {
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), run, LATE_NANOS)) {
            loop.loop().execute(() -> {
                throw new OutOfMemoryError("unable to create native thread: made by the test");
            });
            assertThat(soon(run.told).code()).isEqualTo(ErrorCode.TOO_MANY_THREADS);
            assertThat(run.told.get().code().exitCode()).isEqualTo(4);
            run.ended.complete(true);
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldEndTheProcessWhereTheEndOfTheRunNeedsAClassThatCannotBeLoaded() throws Exception {
        Run withoutClasses = new Run() {
            @Override
            public void end(LoopFailure how) {
                throw new NoClassDefFoundError("made by the test");
            }
        };
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), withoutClasses, SOON_NANOS)) {
            loop.loop().execute(() -> {
                throw new NoClassDefFoundError("made by the test");
            });
            assertThat(soon(withoutClasses.halted).code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldEndTheRunWhenATimerThrows() throws Exception {
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), run, LATE_NANOS)) {
            loop.loop().schedule(SOON_NANOS, () -> {
                throw new IllegalStateException("made by the test");
            });
            assertThat(soon(run.told).code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(run.told.get().text()).contains("made by the test");
            run.ended.complete(true);
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldEndTheProcessWhenTheRunDoesNotEnd() throws Exception {
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), run, SOON_NANOS)) {
            loop.loop().execute(() -> {
                throw new OutOfMemoryError("made by the test");
            });
            assertThat(soon(run.halted).code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
            assertThat(guard).isNotNull();
        }
    }

    /** Not even the task that ends the run can be made. */
    @Test
    void shouldEndTheProcessWhenTheRunCannotEvenBeTold() throws Exception {
        Run untold = new Run() {
            @Override
            public void end(LoopFailure how) {
                throw new OutOfMemoryError("made by the test");
            }
        };
        try (LoopThread loop = LoopThread.open("test");
                LoopGuard guard = LoopGuard.watch(loop.loop(), untold, SOON_NANOS)) {
            loop.loop().failed(new OutOfMemoryError("made by the test"));
            assertThat(soon(untold.halted).code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldNoticeThatTheThreadOfTheLoopHasEnded() throws Exception {
        LoopThread loop = LoopThread.open("test");
        try (LoopGuard guard = LoopGuard.watch(loop.loop(), run, SOON_NANOS)) {
            loop.close();
            assertThat(soon(run.halted).text()).contains("thread has ended");
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void shouldSayNothingWhenTheRunIsOver() {
        try (LoopThread loop = LoopThread.open("test")) {
            LoopGuard guard = LoopGuard.watch(loop.loop(), run, SOON_NANOS);
            run.ended.complete(true);
            loop.loop().execute(() -> {
                throw new IllegalStateException("made by the test");
            });
            loop.loop().ask(() -> 1).join();
            guard.close();
            assertThat(run.told).isNotDone();
        }
    }
}
