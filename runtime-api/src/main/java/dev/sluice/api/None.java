package dev.sluice.api;

/**
 * The one value of a setup, unit or result that says nothing: {@code Application<None, Tile, Counts>}. It takes no
 * bytes.
 */
public enum None {
    NONE
}
