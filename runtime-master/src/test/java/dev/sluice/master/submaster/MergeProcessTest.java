package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MergeProcessTest {
    private static final long AT_MOST_SECONDS = 60;

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final List<MergedValues> merged = new ArrayList<>();

    /** Runs the next task of the loop on this thread. */
    private void turn() throws InterruptedException {
        Objects.requireNonNull(tasks.poll(AT_MOST_SECONDS, TimeUnit.SECONDS), "no task")
                .run();
    }

    /** Takes tasks from any thread, which the test runs. */
    private final Loop loop = new Loop() {
        @Override
        public boolean inLoop() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            throw new AssertionError("a merge sets no timer");
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    };

    @Test
    void shouldLetValuesGoAsTheyAreWhenTheApplicationCannotBeLoaded() throws InterruptedException {
        MergeProcess process = new MergeProcess(
                loop,
                new ChildFormat.Load(new ApplicationInfo(List.of(), "no.such.Application", List.of()), List.of()),
                said::add);
        process.merge(List.of(Payload.empty(), Payload.empty()), merged::add);
        turn();
        assertThat(said).singleElement().asString().contains("merging failed");
        process.merge(List.of(Payload.empty()), merged::add);
        turn();
        assertThat(merged).containsExactly(MergedValues.NONE, MergedValues.NONE);
        assertThat(said).as("told once").hasSize(1);
        process.close();
        process.merge(List.of(Payload.empty()), merged::add);
        assertThat(tasks).as("after the end").isEmpty();
    }
}
