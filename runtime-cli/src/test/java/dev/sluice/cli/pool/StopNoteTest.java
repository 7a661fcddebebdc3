package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopNoteTest {
    private static final SluiceException WHY = new SluiceException(ErrorCode.VERSION_MISMATCH, "versions 2 to 2");

    @TempDir
    Path pool;

    private CompletableFuture<Throwable> asked(boolean now) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                new StopNote(pool).ask(now, WHY);
                return new IllegalStateException("stops");
            } catch (Exception refused) {
                return refused;
            }
        });
    }

    private List<String> taken() {
        AtomicReference<List<String>> words = new AtomicReference<>();
        await().until(() -> {
            words.set(new StopNote(pool).taken());
            return words.get() != null;
        });
        return words.get();
    }

    @Test
    void shouldCarryARequestAndItsAnswer() throws Exception {
        CompletableFuture<Throwable> end = asked(true);

        assertThat(taken()).containsExactly("--now");
        new StopNote(pool).answered(null);

        assertThat(end.get()).hasMessage("stops");
        assertThat(new StopNote(pool).taken()).isNull();
    }

    @Test
    void shouldRefuseAsThePoolDoes() throws Exception {
        CompletableFuture<Throwable> end = asked(false);

        assertThat(taken()).isEmpty();
        new StopNote(pool).answered("pool: 1 run goes on");

        assertThat(end.get())
                .hasMessage("pool: 1 run goes on")
                .extracting("code")
                .isEqualTo(ErrorCode.POOL_BUSY);
    }

    @Test
    void shouldNotTakeAnAnswerOfAnEarlierRequest() throws Exception {
        new StopNote(pool).answered(null);
        CompletableFuture<Throwable> end = asked(false);
        taken();
        new StopNote(pool).answered("pool: 2 runs go on");

        assertThat(end.get()).hasMessage("pool: 2 runs go on");
    }

    @Test
    void shouldSeeNoRequestInAPoolThatNobodyAsks() throws Exception {
        assertThat(new StopNote(pool).taken()).isNull();
        assertThatThrownBy(() -> new StopNote(pool.resolve("gone")).ask(false, WHY))
                .isInstanceOf(java.nio.file.NoSuchFileException.class);
    }
}
