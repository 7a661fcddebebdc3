package dev.sluice.master.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.UnitHashes;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CycleInputsTest {
    private final CycleInputs inputs = new CycleInputs(3);

    /** Hashes of units whose inputs are one byte each, this and those that follow. */
    private static UnitHashes hashes(int units, int first) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * units);
        for (int i = 0; i < units; i++) {
            bytes.put((byte) 1).put((byte) (first + i));
        }
        return UnitHashes.ofAll(units, Payload.wrap(bytes.flip()));
    }

    private static UnitRanges units(long from, long to) {
        UnitRanges units = new UnitRanges();
        units.add(from, to);
        return units;
    }

    @Test
    void shouldKnowTheLastInputOfEachUnitUntilItsResultIsAccepted() {
        inputs.encoded(0, hashes(10, 0));
        inputs.encoded(4, hashes(2, 70));

        assertThat(inputs.accepted(units(3, 6)))
                .containsExactlyInAnyOrder(
                        new JournalEntry.InputsEncoded(3, 3, hashes(1, 3)),
                        new JournalEntry.InputsEncoded(3, 4, hashes(2, 70)));
        assertThat(inputs.accepted(units(3, 6))).isEmpty();
        assertThat(inputs.outstanding())
                .containsExactly(
                        new JournalEntry.InputsEncoded(3, 0, hashes(3, 0)),
                        new JournalEntry.InputsEncoded(3, 6, hashes(4, 6)));
    }

    @Test
    void shouldSumWhatWasAcceptedInAnyOrder() {
        inputs.encoded(0, hashes(4, 0));
        inputs.accepted(units(2, 4));
        inputs.accepted(units(0, 2));

        assertThat(inputs.sum()).isEqualTo(CycleInputs.sum(0, hashes(4, 0))).isNotZero();
        assertThat(inputs.sum()).isNotEqualTo(CycleInputs.sum(0, hashes(4, 1)));
        inputs.voided();
        assertThat(inputs.sum()).isZero();
    }
}
