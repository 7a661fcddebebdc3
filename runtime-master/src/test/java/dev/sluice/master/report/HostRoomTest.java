package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.WorkerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostRoomTest {
    private static final Optional<Processor> EIGHT = Optional.of(new Processor("fast", 1e9, 8));

    private final List<WorkerEntry> entries = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();

    private WorkerEntry joins(String host) {
        int number = entries.size() + 1;
        Register register = Register.ofSlots(host, 2, "1", number, number, List.of(), List.of(), -1, List.of());
        WorkerEntry entry = new WorkerEntry(new WorkerId(number), register, 0);
        entries.add(entry);
        return entry;
    }

    /** @param share of the compute time in which the slots had a processor */
    private static void computes(WorkerEntry entry, double share) {
        entry.stats = new WorkerStats(0, 0, 1_000_000, Math.round(share * 1e6), 1, CauseTimes.ZERO, 0);
    }

    private HostRoom room(Optional<Processor> processors) {
        return new HostRoom(entries, entry -> {
            asked.add(entry.host);
            return processors;
        });
    }

    @Test
    void shouldHaveRoomForSlotsOnFreeProcessors() {
        computes(joins("a"), 1);
        computes(joins("a"), 1);
        computes(joins("b"), 0.5);
        computes(joins("full"), 1);
        for (int i = 1; i < 4; i++) {
            computes(joins("full"), 1);
        }
        joins("idle");
        HostRoom room = room(EIGHT);
        assertThat(room.spare("a")).as("0.95 of the 4 free ones").isEqualTo(3);
        assertThat(room.spare("b")).as("not more than twice its slots").isEqualTo(2);
        assertThat(room.spare("full")).isZero();
        assertThat(room.spare("idle")).as("nothing is known of its slots").isZero();
        assertThat(room.spare("other")).isZero();
    }

    @Test
    void shouldReadTheProcessorsOfAHostOnce() {
        for (int i = 0; i < 10_000; i++) {
            computes(joins(i % 2 == 0 ? "a" : "b"), 1e-6);
        }
        HostRoom room = room(EIGHT);
        assertThat(asked).containsExactly("a", "b");
        assertThat(entries)
                .allSatisfy(entry -> assertThat(room.spare(entry.host))
                        .as("slots that use nearly no processor")
                        .isEqualTo(1));
        assertThat(asked).hasSize(2);
    }

    @Test
    void shouldAskAllWorkersOfAHostForItsProcessors() {
        computes(joins("a"), 1);
        computes(joins("a"), 1);
        assertThat(room(Optional.empty()).spare("a")).isZero();
        assertThat(asked).containsExactly("a", "a");
    }

    /** @param processes that ran or waited to run on its host */
    private static void reports(WorkerEntry entry, double processes) {
        HostReport none = HostReport.NONE;
        entry.station.reported(
                new HostReport(
                        1,
                        1_000_000_000,
                        2,
                        none.processors(),
                        0,
                        new HostReport.Load((int) (1_000 * processes), 0, HostReport.Times.NONE),
                        none.memory(),
                        0,
                        HostReport.Source.KERNEL_FILES,
                        Optional.empty(),
                        List.of()),
                0);
    }

    @Test
    void shouldHaveNoRoomOnProcessorsThatOthersKeepBusy() {
        WorkerEntry entry = joins("a");
        computes(entry, 0.5);
        reports(entry, 9);
        assertThat(room(EIGHT).spare("a")).as("9 processes on 8 processors").isZero();
        assertThat(room(EIGHT).full()).isEqualTo("the 8 cores of a are busy");
        entries.clear();
        WorkerEntry asleep = joins("a");
        computes(asleep, 0.01);
        reports(asleep, 9);
        assertThat(room(EIGHT).full())
                .as("units that sleep do not need the busy processors")
                .isEmpty();
        entries.clear();
        entries.add(entry);
        reports(entry, 2);
        assertThat(room(EIGHT).spare("a")).isEqualTo(2);
        assertThat(room(EIGHT).full()).isEmpty();
    }

    @Test
    void shouldNameBusyProcessorsOnlyIfAllHostsAreFull() {
        for (int i = 0; i < 4; i++) {
            computes(joins("a"), 1);
        }
        assertThat(room(EIGHT).full()).isEqualTo("the 8 cores of a are busy");
        assertThat(room(Optional.empty()).full()).isEmpty();
        computes(joins("b"), 1);
        assertThat(room(EIGHT).full()).isEmpty();
        for (int i = 0; i < 3; i++) {
            computes(joins("b"), 1);
        }
        assertThat(room(EIGHT).full()).isEqualTo("the cores of all 2 hosts are busy");
    }
}
