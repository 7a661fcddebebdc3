package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.VirtualLoop;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpwardBatchTest {
    private final VirtualLoop loop = new VirtualLoop();
    private final List<Outgoing> gone = new ArrayList<>();
    private int onTheWay;
    private final UpwardBatch batch = new UpwardBatch(loop, () -> onTheWay, gone::add);

    @Test
    void shouldLetGoWhatHasWaited() {
        add(0, 3, 10);
        add(3, 4, 20);
        assertThat(gone).isEmpty();
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(sizes()).containsExactly(30L);
        assertThat(gone.get(0).runs()).extracting(ResultRun::units).containsExactly(3, 4);
        assertThat(batch.units()).isZero();
        assertThat(loop.waiting()).isZero();
    }

    @Test
    void shouldNotGrowAboveWhatIsFull() {
        add(0, 1, 40_000);
        add(1, 1, 40_000);
        assertThat(sizes()).containsExactly(40_000L);
        add(2, 1, 70_000);
        assertThat(sizes()).containsExactly(40_000L, 40_000L, 70_000L);
        add(3, 1_024, 8);
        assertThat(sizes()).endsWith(8L);
    }

    @Test
    void shouldWaitUntilItIsFullWhileMuchIsOnTheWay() {
        onTheWay = 5;
        add(0, 3, 30_000);
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(gone).isEmpty();
        add(3, 3, 30_000);
        add(6, 3, 30_000);
        assertThat(sizes()).containsExactly(60_000L);
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(gone).hasSize(1);
        onTheWay = 4;
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(sizes()).containsExactly(60_000L, 30_000L);
    }

    @Test
    void shouldNotWaitForeverForAcknowledgements() {
        onTheWay = 100;
        add(0, 3, 10);
        for (int i = 0; i < 5; i++) {
            loop.advance(SchedulerConfig.BATCHING_NANOS);
            assertThat(gone).isEmpty();
        }
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(sizes()).containsExactly(10L);
        add(3, 3, 20);
        loop.advance(SchedulerConfig.BATCHING_NANOS);
        assertThat(gone).hasSize(1);
    }

    @Test
    void shouldLetGoAFoldedValueAtOnce() {
        onTheWay = 100;
        add(0, 3, 10);
        add(Results.Form.ACCUMULATED, 3, 5, 20);
        assertThat(sizes()).containsExactly(10L, 20L);
        assertThat(loop.waiting()).isZero();
    }

    @Test
    void shouldLetGoAtOnceWhatIsWanted() {
        onTheWay = 100;
        add(0, 3, 10);
        batch.flush();
        assertThat(sizes()).containsExactly(10L);
        assertThat(loop.waiting()).isZero();
    }

    private void add(long first, int units, int bytes) {
        add(Results.Form.EACH, first, units, bytes);
    }

    private void add(Results.Form form, long first, int units, int bytes) {
        ResultRun run = ResultRun.of(first + 1, 7, first, units, 0, 0);
        Payload results = Payload.wrap(ByteBuffer.allocate(bytes));
        batch.add(0, form, new ForwardedResults(List.of(run), results, new UnitRanges()), () -> {});
    }

    private List<Long> sizes() {
        return gone.stream().map(Outgoing::bytes).toList();
    }
}
