package dev.sluice.app.each.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.each.job.Input;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputSpoolTest {
    @TempDir
    Path directory;

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> values(Input input) {
        return input.values().stream()
                .map(value -> new String(value, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void shouldReturnEachInputAsOftenAsItIsAskedFor() throws Exception {
        try (InputSpool spool = new InputSpool(directory)) {
            spool.add(List.of(text("a"), text("")));
            spool.add(List.of());
            spool.add(List.of(text("x".repeat(100_000)), text("z"), text("y".repeat(20_000))));
            spool.publish();
            spool.complete();

            assertThat(spool.await(0)).isEqualTo(3);
            assertThat(spool.isComplete()).isTrue();
            for (int i = 0; i < 2; i++) {
                assertThat(values(spool.get(2))).containsExactly("x".repeat(100_000), "z", "y".repeat(20_000));
                assertThat(values(spool.get(0))).containsExactly("a", "");
                assertThat(values(spool.get(1))).isEmpty();
            }
            assertThat(spool.get(2).number()).isEqualTo(3);
            assertThatThrownBy(() -> spool.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void shouldKeepBlocksOfAnySize() throws Exception {
        byte[] part = new byte[1 << 20];
        try (InputSpool spool = new InputSpool(directory)) {
            for (int parts : new int[] {0, 1, 20}) {
                spool.beginBlock(List.of(text("n" + parts)));
                for (int i = 0; i < parts; i++) {
                    part[0] = (byte) i;
                    spool.write(part, 0, part.length);
                }
                spool.endInput();
            }
            spool.publish();

            assertThat(spool.get(0).standardInput().orElseThrow().size()).isZero();
            Input large = spool.get(2);
            assertThat(values(large)).containsExactly("n20");
            assertThat(large.standardInput().orElseThrow().size()).isEqualTo(20L << 20);
            try (InputStream in = large.standardInput().orElseThrow().open()) {
                in.skipNBytes(19L << 20);
                assertThat(in.read()).isEqualTo(19);
            }
        }
    }

    @Test
    void shouldHandOutInputsBeforeTheLastOneIsThere() throws Exception {
        try (InputSpool spool = new InputSpool(directory)) {
            spool.add(List.of(text("a")));
            assertThat(spool.count()).as("not published").isZero();
            CompletableFuture<Long> first = awaiting(spool, 0);
            spool.publish();
            assertThat(first.get()).isEqualTo(1);
            assertThat(spool.isComplete()).isFalse();

            CompletableFuture<Long> second = awaiting(spool, 1);
            spool.complete();
            assertThat(second.get()).isEqualTo(1);
            assertThat(spool.isComplete()).isTrue();
        }
    }

    private static CompletableFuture<Long> awaiting(InputSpool spool, long taken) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return spool.await(taken);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void shouldTellAnErrorBehindTheInputsBeforeIt() throws Exception {
        try (InputSpool spool = new InputSpool(directory)) {
            spool.add(List.of(text("a")));
            spool.publish();
            spool.fail(new IOException("list.txt: Input/output error"));

            assertThat(spool.await(0)).isEqualTo(1);
            assertThat(spool.isComplete()).isFalse();
            assertThatThrownBy(() -> spool.await(1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("list.txt: Input/output error");
        }
    }

    @Test
    void shouldReadWhileAnotherThreadAdds() throws Exception {
        int count = 50_000;
        try (InputSpool spool = new InputSpool(directory)) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        spool.add(List.of(text(Integer.toString(i))));
                        if (i % 1000 == 0) {
                            spool.publish();
                        }
                    }
                    spool.publish();
                    spool.complete();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            List<String> wrong = new ArrayList<>();
            long taken = 0;
            for (long there = spool.await(0); taken < there; there = spool.await(taken)) {
                for (; taken < there; taken++) {
                    String value = values(spool.get(taken)).get(0);
                    if (!value.equals(Long.toString(taken))) {
                        wrong.add(value);
                    }
                }
            }
            writer.get();
            assertThat(wrong).isEmpty();
            assertThat(taken).isEqualTo(count);
        }
    }

    @Test
    void shouldLeaveNoFiles() throws Exception {
        try (InputSpool spool = new InputSpool(directory)) {
            spool.add(List.of(text("a")));
        }
        assertThat(directory).isEmptyDirectory();
    }
}
