package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.testing.SeededTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;

/** The process that merges for a sub-master is given garbage among right values. */
class MergeHostTest {
    /** Sums of names and numbers. */
    private static final class Sums extends Application<Long, Long, MergeHostTest.Sum> {
        @Override
        protected Cycle<Long> cycle(int number) {
            return Cycle.only(1, 0L);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Sum compute(Long setup, Long unit) {
            return new Sum(unit, List.of());
        }

        @Override
        protected Results<Sum> results() {
            return Accumulation.exact(new Sum(0, List.of()), Sum::plus);
        }
    }

    /** A value with a part of any length. */
    public record Sum(long number, List<String> names) {
        Sum plus(Sum other) {
            List<String> all = new ArrayList<>(names);
            all.addAll(other.names);
            return new Sum(number + other.number, all);
        }
    }

    private Hosted<Object, Object, Object> application;

    @BeforeEach
    @SuppressWarnings("unchecked")
    void host() throws ApplicationException {
        application = (Hosted<Object, Object, Object>) (Hosted<?, ?, ?>) Hosted.of(new Sums());
    }

    private byte[] encoded(Sum value) {
        PayloadEncoder encoder = new PayloadEncoder();
        encoder.writeSized(application.resultCodec(), value);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer each : encoder.finish().buffers()) {
            byte[] part = new byte[each.remaining()];
            each.get(part);
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private Sum decoded(MergedValues merged) {
        return (Sum) merged.value().orElseThrow().decoder().readSized(application.resultCodec());
    }

    @SuppressWarnings("unchecked")
    private MergedValues merge(List<byte[]> values) throws Exception {
        ByteArrayOutputStream asked = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(asked);
        to.writeInt(values.size());
        for (byte[] value : values) {
            ChildFormat.writeBytes(to, value);
        }
        ByteArrayOutputStream answered = new ByteArrayOutputStream();
        new MergeHost(application, (Accumulation<Object>) application.results())
                .serve(
                        new DataInputStream(new ByteArrayInputStream(asked.toByteArray())),
                        new DataOutputStream(answered));
        DataInputStream answer = new DataInputStream(new ByteArrayInputStream(answered.toByteArray()));
        assertThat(ChildFormat.readKind(answer)).isEqualTo(MergeHost.MERGED);
        return MergeHost.readMerged(answer);
    }

    @SeededTest(runs = 2_000)
    void shouldMergeTheOthersAndNameWhatCannotBeDecoded(RandomGenerator random) throws Exception {
        List<byte[]> values = new ArrayList<>();
        List<Integer> cut = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < 5; i++) {
            Sum right = new Sum(random.nextInt(1_000), List.of("n".repeat(random.nextInt(50))));
            byte[] bytes = encoded(right);
            if (random.nextInt(3) == 0) {
                bytes[0] += (byte) (1 + random.nextInt(50)); // claims to be longer than it is
                cut.add(i);
            } else {
                sum += right.number();
            }
            values.add(bytes);
        }
        MergedValues merged = merge(values);
        assertThat(merged.bad()).isEqualTo(cut);
        assertThat(merged.value().isPresent()).isEqualTo(cut.size() < values.size());
        if (cut.size() < values.size()) {
            assertThat(decoded(merged).number()).isEqualTo(sum);
        }
    }

    @SeededTest(runs = 2_000)
    void shouldSurviveAnyBytes(RandomGenerator random) throws Exception {
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            values.add(bytes);
        }
        values.add(encoded(new Sum(7, List.of("right"))));
        MergedValues merged = merge(values);
        assertThat(merged.bad()).doesNotContain(5);
        assertThat(decoded(merged).names()).contains("right");
    }
}
