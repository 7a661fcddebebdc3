package dev.sluice.api;

/**
 * The only value of an empty setup, unit or result, as in {@code Application<None, Tile, Counts>}. It takes no bytes.
 */
public enum None {
    NONE
}
