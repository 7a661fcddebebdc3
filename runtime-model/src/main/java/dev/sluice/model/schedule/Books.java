package dev.sluice.model.schedule;

/**
 * The knowledge that the scheduler's parts share: the cycles, the units, the workers and their hosts, and the counters.
 */
record Books(CycleCourse course, UnitLedger ledger, Roster roster, HostWatch watch, Tally tally) {}
