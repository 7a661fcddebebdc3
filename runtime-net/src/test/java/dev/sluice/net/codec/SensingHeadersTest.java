package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.payload.Payload;
import dev.sluice.proto.Processor;
import dev.sluice.testing.SeededTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports and weather with values that make no sense. */
class SensingHeadersTest {
    private static Message read(Kind kind, Consumer<HeaderWriter> fields) throws IOException {
        HeaderWriter out = new HeaderWriter();
        fields.accept(out);
        return kind.codec().read(CodedInputStream.newInstance(out.bytes(), 0, out.size()), Payload.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "1, -1, sequence",
        "2, -1, intervalNanos",
        "2, 86400000000001, intervalNanos",
        "3, 0, slots",
        "3, 65537, slots",
        "4, 65537, processors",
        "5, -5, quotaThousandths",
        "6, 1002, availabilityPlusOne",
        "6, 4294967295, availabilityPlusOne",
        "7, 4294967295, queueThousandths",
        "8, 4294967295, averageThousandths",
        "10, -1, freeBytes",
        "11, -1, bytes",
        "12, -1, ownCpuNanos",
        "13, 3, source"
    })
    void shouldRefuseAReportWithANumberThatCannotBe(int field, long value, String name) {
        assertThatThrownBy(() -> read(Kind.HOST_REPORT, out -> {
                    if (field != 3) {
                        out.number(3, 1);
                    }
                    out.number(field, value);
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name);
    }

    @Test
    void shouldRefuseMoreClassesThanThereAreAndTheSameTwice() {
        for (int count : new int[] {2, 5, 10_000}) {
            assertThatThrownBy(() -> read(Kind.HOST_REPORT, out -> {
                        out.number(3, 1);
                        for (int i = 0; i < count; i++) {
                            int mark = out.open(15);
                            out.number(2, 1);
                            out.number(3, 1);
                            out.close(mark);
                        }
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldShowNothingOfAModelThatATerminalMightObey() throws IOException {
        dev.sluice.proto.HostReport hostile = dev.sluice.proto.HostReport.newBuilder()
                .setSlots(1)
                .setProcessor(Processor.newBuilder().setModel("x\u001b[2J" + "y".repeat(500)))
                .build();

        HostReport report = (HostReport) read(Kind.HOST_REPORT, out -> out.message(hostile));

        assertThat(report.processor().map(HostReport.Processor::model).orElseThrow())
                .hasSize(128)
                .doesNotContain("\u001b");
    }

    @Test
    void shouldRefuseWeatherThatIsNoNumber() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> read(Kind.WEATHER_ANSWER, out -> {
                        int worker = out.open(4);
                        out.number(1, 1);
                        int series = out.open(6);
                        int newest = out.open(3);
                        out.real(2, value);
                        out.close(newest);
                        out.close(series);
                        out.close(worker);
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @SeededTest(runs = 3_000)
    void shouldReadOrRefuseWhateverComes(RandomGenerator random) {
        HeaderWriter out = new HeaderWriter();
        Message[] samples = Samples.all().stream()
                .filter(sample -> Kind.of(sample).name().matches("HOST_REPORT|.*WEATHER.*"))
                .toArray(Message[]::new);
        assertThat(samples).hasSize(3);
        Message sample = samples[random.nextInt(samples.length)];
        Kind.of(sample).codec().write(sample, out);
        byte[] bytes = Arrays.copyOf(out.bytes(), out.size());
        for (int flips = random.nextInt(1, 6); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        Optional<Message> read;
        try {
            read = Optional.of(Kind.of(sample).codec().read(CodedInputStream.newInstance(bytes), Payload.empty()));
        } catch (IOException | IllegalArgumentException refused) {
            read = Optional.empty();
        }
        assertThat(read).isNotNull(); // nothing else was thrown
    }

    @Test
    void shouldPutEachSizeInItsClass() {
        assertThat(SizeClass.of(0)).isEqualTo(SizeClass.TINY);
        assertThat(SizeClass.of(4_096)).isEqualTo(SizeClass.TINY);
        assertThat(SizeClass.of(4_097)).isEqualTo(SizeClass.SMALL);
        assertThat(SizeClass.of(65_536)).isEqualTo(SizeClass.SMALL);
        assertThat(SizeClass.of(1 << 20)).isEqualTo(SizeClass.MEDIUM);
        assertThat(SizeClass.of(Long.MAX_VALUE)).isEqualTo(SizeClass.LARGE);
    }
}
