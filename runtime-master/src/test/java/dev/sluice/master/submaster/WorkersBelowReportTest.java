package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.TransportKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkersBelowReportTest {
    private final WorkersBelowReport census = new WorkersBelowReport();
    private final List<WorkerEntry> entries = new ArrayList<>();

    private WorkerEntry joins(int number) {
        Register register = Register.ofSlots("h" + number, 2, "1", number, number, List.of(), List.of(), -1, List.of());
        WorkerEntry entry = new WorkerEntry(new WorkerId(number), register, 0);
        entries.add(entry);
        return entry;
    }

    private static void beats(WorkerEntry entry) {
        entry.stats = new WorkerStats(0, 2, 0, 4, 0, CauseTimes.ZERO, 0);
    }

    private static void computes(WorkerEntry entry, long units) {
        entry.acceptedUnits += units;
        long nanos = 1000 * entry.acceptedUnits;
        entry.stats = new WorkerStats(nanos, 2, nanos, 4, entry.acceptedUnits, CauseTimes.ZERO, 0);
    }

    private static List<String> names(List<SubMasterWorkers> messages) {
        return messages.stream()
                .flatMap(message -> message.workers().stream())
                .map(SubMasterWorkers.Line::name)
                .toList();
    }

    @Test
    void shouldTellOfThoseOfWhomThereIsNews() {
        WorkerEntry one = joins(1);
        beats(joins(2));
        beats(one);
        assertThat(names(census.next(entries))).containsExactlyInAnyOrder("w1", "w2");
        assertThat(census.next(entries)).isEmpty();
        computes(one, 5);
        assertThat(names(census.next(entries))).containsExactly("w1");
        assertThat(census.all(entries)).isEmpty();
    }

    /** A peer says only after its registration whether it is a worker or a sub-master. */
    @Test
    void shouldNotTellOfWhoHasOnlyRegistered() {
        WorkerEntry one = joins(1);
        WorkerEntry branch = joins(2);
        assertThat(census.next(entries)).isEmpty();
        assertThat(census.all(entries)).isEmpty();
        branch.branch = true;
        one.acceptedUnits = 3;
        assertThat(names(census.all(entries))).containsExactly("w1");
    }

    /** A hundred beats of a worker that computes all the time: a few messages, and the last word at the end. */
    @Test
    void shouldTellOfMoreOfTheSameTheMoreSeldomTheLongerItLasts() {
        WorkerEntry one = joins(1);
        int messages = 0;
        long told = 0;
        for (int beat = 1; beat <= 100; beat++) {
            computes(one, 1);
            for (SubMasterWorkers each : census.next(entries)) {
                messages++;
                told = each.workers().get(0).accepted();
            }
            assertThat(told).as("beat " + beat).isGreaterThanOrEqualTo(beat - Math.max(1, beat / 8));
        }
        assertThat(messages).isLessThan(35);
        assertThat(census.all(entries).get(0).workers().get(0).accepted()).isEqualTo(100);
    }

    @Test
    void shouldComeToEverybodyWhoseFiguresChangeAllTheTime() {
        for (int number = 1; number <= 600; number++) {
            joins(number);
        }
        Set<String> told = new HashSet<>();
        for (int beat = 0; beat < 3; beat++) {
            entries.forEach(entry -> computes(entry, 1));
            List<SubMasterWorkers> messages = census.next(entries);
            assertThat(messages).hasSize(1);
            told.addAll(names(messages));
        }
        assertThat(told).hasSize(600);
        entries.forEach(entry -> computes(entry, 1));
        assertThat(census.all(entries)).hasSize(3);
        assertThat(census.all(entries)).isEmpty();
    }

    @Test
    void shouldTellAMasterAgainThatHasLostTheSession() {
        computes(joins(1), 5);
        census.next(entries);
        census.begin(entries, true);
        assertThat(census.next(entries).get(0).workers().get(0).accepted()).isEqualTo(5);
    }

    @Test
    void shouldTellAnotherMasterOnlyWhatCameSince() {
        WorkerEntry one = joins(1);
        WorkerEntry idle = joins(2);
        computes(one, 5);
        computes(idle, 7);
        census.next(entries);
        census.begin(entries, false);
        assertThat(census.all(entries)).isEmpty();
        computes(one, 3);
        SubMasterWorkers.Line line = census.next(entries).get(0).workers().get(0);
        assertThat(line.accepted()).isEqualTo(3);
        assertThat(line.stats().computeNanos()).isEqualTo(3000);
    }

    @Test
    void shouldPassOnWhatOtherSubMastersSaid() {
        WorkerEntry branch = joins(3);
        branch.branch = true;
        branch.told(new SubMasterWorkers(List.of(
                new SubMasterWorkers.Line("w1", "far", TransportKind.UNIX, 1, 4, WorkerStats.NONE),
                new SubMasterWorkers.Line(
                        String.join("/", Collections.nCopies(32, "w1")),
                        "too deep",
                        TransportKind.TLS,
                        1,
                        4,
                        WorkerStats.NONE))));
        assertThat(names(census.all(entries))).containsExactly("w3/w1");
    }
}
