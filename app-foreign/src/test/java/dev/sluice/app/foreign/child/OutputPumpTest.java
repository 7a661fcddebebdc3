package dev.sluice.app.foreign.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Output of a child that has ended. */
@NoLeaks
class OutputPumpTest {
    /** Less than a pipe holds, so that the child ends before anybody has read it. */
    private static final int BYTES = 48_000;

    private static final long PATIENCE_MILLIS = 60_000;

    @Test
    void shouldCopyAllThatAChildPrintedEvenIfItIsKilledFirst() throws Exception {
        ChildHome home = ChildHome.open();
        Process child = new ProcessBuilder("sh", "-c", "head -c " + BYTES + " /dev/zero").start();
        CountDownLatch ended = new CountDownLatch(1);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        OutputPump pump = OutputPump.start(child.getInputStream(), () -> {
            try {
                ended.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new PrintStream(printed);
        });
        child.waitFor();
        home.kill(child);
        ended.countDown();
        pump.await(PATIENCE_MILLIS);
        home.close();
        assertThat(printed.size()).isEqualTo(BYTES);
    }
}
