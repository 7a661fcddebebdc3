package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.payload.Payload;
import dev.sluice.testing.SeededTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class UnitHashesTest {
    @Test
    void shouldKeepNothingOfInputsThatAreEmpty() {
        Payload inputs = Payload.wrap(ByteBuffer.allocate(8_000));
        assertThat(UnitHashes.of(8_000, inputs)).isNull();
        assertThat(UnitHashes.ofAll(8_000, inputs).at(7_999)).isZero();
    }

    @SeededTest(runs = 50)
    void shouldHashEachInputWhereverItsBytesAre(RandomGenerator chance) {
        int units = 1 + chance.nextInt(20);
        int[] expected = new int[units];
        ByteBuffer whole = ByteBuffer.allocate(units * 402);
        for (int i = 0; i < units; i++) {
            byte[] input = new byte[chance.nextInt(400)];
            chance.nextBytes(input);
            CRC32C crc = new CRC32C();
            crc.update(input);
            expected[i] = (int) crc.getValue();
            if (input.length >= 128) {
                whole.put((byte) (input.length & 0x7f | 0x80)).put((byte) (input.length >> 7));
            } else {
                whole.put((byte) input.length);
            }
            whole.put(input);
        }
        whole.flip();
        UnitHashes hashes = UnitHashes.ofAll(units, Payload.concat(torn(whole, chance)));

        assertThat(hashes).isEqualTo(new UnitHashes(expected));
        assertThat(hashes.part(1, units).units()).isEqualTo(units - 1);
    }

    private static List<Payload> torn(ByteBuffer whole, RandomGenerator chance) {
        List<Payload> parts = new ArrayList<>();
        while (whole.hasRemaining()) {
            int count = 1 + chance.nextInt(whole.remaining());
            parts.add(Payload.wrap(whole.slice(whole.position(), count)));
            whole.position(whole.position() + count);
        }
        return parts;
    }
}
