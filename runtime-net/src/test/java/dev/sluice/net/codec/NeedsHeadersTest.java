package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.SluiceException;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.ResourceOption;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Needs of units and offers of hosts, on the wire and on the command line. */
class NeedsHeadersTest {
    private static final Amounts NEEDS = Amounts.of(Map.of("processors", 16L, "memory", 1L << 33, "label", 0L));

    private static <T extends Message> T passed(HeaderCodec<T> codec, T message) throws IOException {
        HeaderWriter out = new HeaderWriter();
        codec.write(message, out);
        return codec.read(CodedInputStream.newInstance(out.bytes(), 0, out.size()), Payload.empty());
    }

    @Test
    void shouldCarryNeedsAndPriorityOfUnits() throws IOException {
        for (int priority : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            AttemptRun run = new AttemptRun(1, 2, 3, 1, 1, NEEDS, priority);
            Assign assign = new Assign(0, 1, run, 3, 1, Lull.NONE, Payload.empty());
            assertThat(passed(UnitHeaders.assign(), assign).run()).isEqualTo(run);
        }
    }

    @Test
    void shouldSayNothingOfUnitsOfOneSlot() throws IOException {
        AttemptRun run = new AttemptRun(1, 2, 3, 1, 1);
        Assign assign = new Assign(0, 1, run, 3, 1, Lull.NONE, Payload.empty());
        assertThat(passed(UnitHeaders.assign(), assign).run().needs()).isSameAs(Amounts.ONE_SLOT);
    }

    @Test
    void shouldCarryOffers() throws IOException {
        Register register = new Register("h", 2, "1", 1, 1, List.of(), List.of(), -1, List.of(), NEEDS);
        assertThat(passed(SessionHeaders.register(), register)).isEqualTo(register);
        SubMasterSlots slots = new SubMasterSlots(6, null, Offer.sum(List.of(Offer.of(4, NEEDS), Offer.of(2, NEEDS))));
        assertThat(passed(SubMasterHeaders.slots(), slots)).isEqualTo(slots);
    }

    @Test
    void shouldReadResources() {
        assertThat(ResourceOption.parse(List.of("licence=4", "memory=32G", "big"))
                        .byName())
                .isEqualTo(Map.of("licence", 4L, "memory", 32L << 30, "big", 0L));
        for (String wrong : List.of("", "=1", "licence=", "licence=-1", "processors=4", "a b=1")) {
            assertThatThrownBy(() -> ResourceOption.parse(List.of(wrong)))
                    .isInstanceOf(SluiceException.class)
                    .hasMessageContaining("--resource: '" + wrong + "' (expected: ");
        }
    }

    @Test
    void shouldRefuseNamesThatAreNone() {
        assertThatThrownBy(() -> Amounts.of(Map.of("a b", 1L))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Amounts.of(Map.of("a", -1L))).isInstanceOf(IllegalArgumentException.class);
    }
}
