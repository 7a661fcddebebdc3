package dev.sluice.model.schedule;

/**
 * Says how many units an open cycle lacks. Its source is asked as far ahead as the queues of the workers are deep, so
 * that a unit waits for each slot and no more than that wait. Confined to the scheduler.
 */
final class WantedUnits {
    private final UnitLedger ledger;
    private final Assigner assigner;
    private long asked;
    private long room;
    private long driedAt = -1;

    WantedUnits(UnitLedger ledger, Assigner assigner) {
        this.ledger = ledger;
        this.assigner = assigner;
    }

    void begin() {
        asked = 0;
        room = 0;
        driedAt = -1;
    }

    /** Asks for units when less than half of what was asked for is left. Called after each event of an open cycle. */
    void ask(int cycle, Outbox outbox) {
        long left = ledger.kinds().pooledUnits(); // without units that wait for certain workers: others would be idle
        long gone = ledger.units() - left;
        if (left <= room && asked - gone <= room / 2) {
            room = assigner.room();
            if (gone + room > Math.max(asked, ledger.units())) {
                asked = gone + room;
                outbox.add(new Action.WantUnits(cycle, asked));
            }
        }
        if (ledger.isDry() && driedAt != ledger.units()) {
            driedAt = ledger.units();
            outbox.add(new Action.RunDry(cycle, driedAt));
        }
    }
}
