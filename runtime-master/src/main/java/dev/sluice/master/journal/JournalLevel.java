package dev.sluice.master.journal;

/** How safe a result is when it is acknowledged. */
public enum JournalLevel {
    /** The disk has it: it survives a power failure. */
    SYNC,
    /** The operating system has it: it survives the end of the master's process. */
    OS,
    /** Only the master's memory has it: there is no journal. */
    NONE
}
