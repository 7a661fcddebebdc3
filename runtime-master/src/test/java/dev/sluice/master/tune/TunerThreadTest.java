package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@NoLeaks
class TunerThreadTest {
    @Test
    void shouldRunTasksInTheirOrderOnOneThread() throws InterruptedException {
        TunerThread thread = new TunerThread();
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        for (int task = 0; task < 10; task++) {
            int number = task;
            thread.execute(() -> seen.add(number + " " + Thread.currentThread().getName()));
        }
        thread.execute(done::countDown);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(10).allMatch(each -> each.endsWith(" sluice-tuner"));
        assertThat(seen.get(9)).startsWith("9 ");
        thread.close();
        thread.execute(() -> seen.add("late"));
        assertThat(seen).hasSize(10);
    }
}
