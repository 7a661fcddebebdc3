package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

/** What is true of a scheduler after every event. */
final class Invariants {
    private Invariants() {}

    static void check(Scheduler scheduler) {
        UnitLedger ledger = scheduler.ledger();
        UnitRanges pool = ledger.pool();
        UnitRanges finished = ledger.finished();
        pool.forEach((from, to) -> assertThat(finished.intersects(from, to))
                .as("pool and finished are disjoint")
                .isFalse());
        for (Trouble trouble : ledger.waiting()) {
            assertThat(pool.contains(trouble.unit))
                    .as("a waiting unit is not in the pool")
                    .isFalse();
            assertThat(finished.contains(trouble.unit))
                    .as("a waiting unit is not finished")
                    .isFalse();
        }
        UnitRanges somewhere = new UnitRanges();
        somewhere.addAll(pool);
        somewhere.addAll(finished);
        ledger.waiting().forEach(trouble -> somewhere.add(trouble.unit, trouble.unit + 1));
        int activeSlots = 0;
        for (WorkerRecord worker : scheduler.roster().all()) {
            long units = 0;
            long chunks = 0;
            for (Outstanding outstanding : worker.held.values()) {
                assertThat(outstanding.open().isEmpty())
                        .as("%s holds no empty attempts", worker.id)
                        .isFalse();
                units += outstanding.open().size();
                chunks += outstanding.openChunks();
                somewhere.addAll(outstanding.open());
            }
            assertThat(worker.openUnits).as("open units of %s", worker.id).isEqualTo(units);
            assertThat(worker.openChunks).as("open chunks of %s", worker.id).isEqualTo(chunks);
            assertThat(worker.state).isNotEqualTo(WorkerState.GONE);
            assertThat(worker.connected() || worker.held.isEmpty())
                    .as("%s holds nothing while away", worker.id)
                    .isTrue();
            if (worker.isolated) {
                assertThat(worker.openUnits)
                        .as("an isolated worker holds one unit")
                        .isEqualTo(1);
            }
            activeSlots += worker.takesWork() ? worker.slots : 0;
        }
        assertThat(scheduler.activeSlots()).isEqualTo(activeSlots);
        assertThat(somewhere.size()).as("every unit is somewhere").isEqualTo(ledger.units());
    }
}
