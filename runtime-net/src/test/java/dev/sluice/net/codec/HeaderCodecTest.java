package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.proto.SteerAnswer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeaderCodecTest {
    static Iterable<Message> samples() {
        return Samples.all();
    }

    private static byte[] write(Message message) {
        HeaderWriter out = new HeaderWriter();
        Kind.of(message).codec().write(message, out);
        return Arrays.copyOf(out.bytes(), out.size());
    }

    /** All messages of the package. */
    private static Class<?>[] messages() throws Exception {
        Class<?> one = Message.class;
        Path classes = Path.of(
                        one.getProtectionDomain().getCodeSource().getLocation().toURI())
                .resolve(one.getPackageName().replace('.', '/'));
        Set<Class<?>> messages = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(classes, "*.class")) {
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName(one.getPackageName() + "." + name);
                if (Message.class.isAssignableFrom(type) && type.isRecord()) {
                    messages.add(type);
                }
            }
        }
        return messages.toArray(Class<?>[]::new);
    }

    @Test
    void shouldHaveASampleAndAKindForEachMessage() throws Exception {
        Set<Class<?>> kinds = new HashSet<>();
        Samples.all().forEach(sample -> kinds.add(sample.getClass()));

        assertThat(kinds).containsExactlyInAnyOrder(messages());
        assertThat(kinds)
                .allSatisfy(type -> assertThat(Arrays.stream(Kind.values()).filter(kind -> kind.type() == type))
                        .hasSize(1));
    }

    @Test
    void shouldNameThePolicyOfAnotherBuildAsAMismatchOfVersions() throws IOException {
        byte[] bytes = dev.sluice.proto.SubMasterTerms.newBuilder()
                .setPolicy("NEW")
                .build()
                .toByteArray();

        assertThatThrownBy(
                        () -> Kind.SUB_MASTER_TERMS.codec().read(CodedInputStream.newInstance(bytes), Samples.bytes(0)))
                .isInstanceOfSatisfying(OffenceException.class, offence -> {
                    assertThat(offence.code()).isEqualTo(ErrorCode.VERSION_MISMATCH);
                    assertThat(offence.text()).isEqualTo("policy NEW (expected: one that this build knows)");
                });
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldReadWhatItWrote(Message sample) throws IOException {
        Message read = Kind.of(sample).codec().read(CodedInputStream.newInstance(write(sample)), sample.payload());

        assertThat(read).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldWriteTheBytesOfTheGeneratedClasses(Message sample) throws Exception {
        byte[] written = write(sample);
        Class<?> generated =
                Class.forName("dev.sluice.proto." + sample.getClass().getSimpleName());
        Parser<?> parser = (Parser<?>) generated.getMethod("parser").invoke(null);

        MessageLite parsed = (MessageLite) parser.parseFrom(written);

        assertThat(parsed.toByteArray()).isEqualTo(written);
        assertThat(parsed.toString()).doesNotContainPattern("(?m)^ *[0-9]+:"); // no unknown field
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldSkipFieldsOfANewerPeer(Message sample) throws IOException {
        byte[] written = write(sample);
        byte[] longer = Arrays.copyOf(written, written.length + 3);
        longer[written.length] = (byte) (200 << 3 & 0x7F | 0x80);
        longer[written.length + 1] = (byte) (200 << 3 >>> 7);
        longer[written.length + 2] = 42;

        Message read = Kind.of(sample).codec().read(CodedInputStream.newInstance(longer), sample.payload());

        assertThat(read).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldRefuseEveryHeaderThatIsCutShortOrReadAnother(Message sample) {
        byte[] written = write(sample);
        for (int length = 0; length < written.length; length++) {
            byte[] cut = Arrays.copyOf(written, length);
            try {
                Message read = Kind.of(sample).codec().read(CodedInputStream.newInstance(cut), sample.payload());
                assertThat(read).isNotEqualTo(sample);
            } catch (IOException | IllegalArgumentException | OffenceException e) {
                assertThat(e).hasMessageContaining(" ");
            }
        }
    }

    @Test
    void shouldGiveNestedMessagesTheSizeTheyHave() {
        for (int size : new int[] {0, 1, 127, 128, 16_383, 16_384, 70_000}) {
            HeaderWriter out = new HeaderWriter();
            int mark = out.open(1);
            out.message(SteerAnswer.newBuilder().addChanged("x".repeat(size)).build());
            out.close(mark);
            out.number(2, 7);

            assertThat(out.bytes()[out.size() - 1]).isEqualTo((byte) 7);
            CodedInputStream in = CodedInputStream.newInstance(out.bytes(), 0, out.size());
            assertThat(read(in)).isEqualTo(size);
        }
    }

    private static int read(CodedInputStream in) {
        try {
            assertThat(in.readTag()).isEqualTo(1 << 3 | 2);
            CodedInputStream inner = CodedInputStream.newInstance(in.readByteArray());
            assertThat(inner.readTag()).isEqualTo(1 << 3 | 2);
            return inner.readString().length();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRefuseAttemptsBeyondTheLargestNumber() {
        HeaderWriter out = new HeaderWriter();
        out.number(1, Long.MAX_VALUE);
        out.number(4, 1);
        out.number(5, 100);

        assertThatThrownBy(() -> UnitHeaders.attempts(CodedInputStream.newInstance(out.bytes(), 0, out.size())))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
