package dev.sluice.model.schedule;

/** What the scheduler's parts know together: the cycles, the units, the workers and the counters. */
record Books(CycleCourse course, UnitLedger ledger, Roster roster, Tally tally) {}
