package dev.sluice.worker.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChildOutputTest {
    @Test
    void shouldCopyAllThatAProcessPrints() throws InterruptedException {
        String text = "a line\n".repeat(10_000);
        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(copied, true, StandardCharsets.UTF_8);

        ChildOutput.start(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), () -> to)
                .await(TimeUnit.MINUTES.toMillis(1));

        assertThat(copied.toString(StandardCharsets.UTF_8)).isEqualTo(text);
    }
}
