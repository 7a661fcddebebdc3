package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class MergeProcessTest {
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final VirtualLoop loop = new VirtualLoop();
    private final List<MergedValues> merged = new ArrayList<>();

    /** Runs the next task of the loop on this thread. */
    private void turn() {
        await().until(loop::runNext);
    }

    @Test
    void shouldLetValuesGoAsTheyAreWhenTheApplicationCannotBeLoaded() {
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
        assertThat(loop.waiting()).as("after the end").isZero();
    }
}
