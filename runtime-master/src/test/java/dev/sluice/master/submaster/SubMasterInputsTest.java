package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.master.InputSource;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.rules.NetException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubMasterInputsTest {
    private final SubMasterInputs inputs = new SubMasterInputs();

    @AfterEach
    void release() {
        inputs.clear();
    }

    /** Values of so many bytes each, filled with their number. */
    static Payload values(int first, int... sizes) {
        PayloadEncoder encoder = new PayloadEncoder();
        for (int i = 0; i < sizes.length; i++) {
            encoder.writeVarint(sizes[i]);
            for (int j = 0; j < sizes[i]; j++) {
                encoder.writeByte((byte) (first + i));
            }
        }
        return encoder.finish();
    }

    static byte[] bytes(Payload payload) {
        byte[] all = new byte[(int) payload.size()];
        int at = 0;
        for (ByteBuffer buffer : payload.buffers()) {
            int length = buffer.remaining();
            buffer.get(all, at, length);
            at += length;
        }
        payload.release();
        return all;
    }

    @Test
    void shouldCutTheInputsOfAnyUnitsOutOfWhatCame() {
        inputs.add(10, 4, values(10, 3, 0, 5, 1));
        inputs.add(14, 2, values(14, 2, 2));

        InputSource.Inputs two = inputs.next(11, 13);
        assertThat(two.units()).isEqualTo(2);
        assertThat(bytes(two.bytes())).isEqualTo(bytes(values(11, 0, 5)));

        InputSource.Inputs toTheEndOfThePiece = inputs.next(13, 16);
        assertThat(toTheEndOfThePiece.units()).isEqualTo(1);
        assertThat(bytes(toTheEndOfThePiece.bytes())).isEqualTo(bytes(values(13, 1)));
    }

    @Test
    void shouldKeepInputsUntilTheyAreNotNeededAnyMore() {
        inputs.add(0, 3, values(0, 1, 1, 1));
        inputs.drop(0, 1);
        inputs.drop(2, 3);
        assertThat(bytes(inputs.next(1, 2).bytes())).isEqualTo(bytes(values(1, 1)));
        inputs.drop(1, 2);
        assertThatThrownBy(() -> inputs.next(1, 2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldKnowWhatIsNotThere() {
        inputs.add(2, 4, values(2, 1, 1, 1, 1));
        inputs.add(8, 2, values(8, 1, 1));
        inputs.drop(3, 4);
        assertThat(missing(0, 12)).isEqualTo("[0,2) [3,4) [6,8) [10,12) ");
        assertThat(missing(2, 3)).isEmpty();
        assertThat(missing(4, 9)).isEqualTo("[6,8) ");
        assertThat(missing(3, 4)).isEqualTo("[3,4) ");
        assertThat(missing(20, 22)).isEqualTo("[20,22) ");
    }

    private String missing(long from, long to) {
        StringBuilder text = new StringBuilder();
        inputs.forEachMissing(from, to, (first, end) -> text.append("[" + first + "," + end + ") "));
        return text.toString();
    }

    @Test
    void shouldSendLargeInputsOneByOne() {
        inputs.add(0, 2, values(0, 70_000, 70_000));
        InputSource.Inputs one = inputs.next(0, 2);
        assertThat(one.units()).isEqualTo(1);
        assertThat(bytes(one.bytes())).hasSize(70_003);
    }

    @Test
    void shouldRefuseOtherThanTheNumberThatWasTold() {
        assertThatThrownBy(() -> inputs.add(0, 3, values(0, 1, 1))).isInstanceOf(NetException.class);
        assertThatThrownBy(() -> inputs.add(0, 1, values(0, 1, 1)))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("expected: 1 values");
    }
}
