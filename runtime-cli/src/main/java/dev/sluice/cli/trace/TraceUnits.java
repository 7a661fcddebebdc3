package dev.sluice.cli.trace;

/** The units of which a run writes rows and events. */
public enum TraceUnits {
    /** No units, and no files. */
    OFF,
    /** The units that the recorder keeps: all of a short run, the longest of others. */
    SAMPLE,
    /** All, while the run is running. */
    ALL
}
