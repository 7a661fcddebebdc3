package dev.sluice.model.forecast;

/** A window of the newest values, and their middle: the mean or the median. */
interface SizedWindow {
    int count();

    /** Adds the newest value. */
    void grow(Recent recent);

    /** Removes the oldest value; the window must not be empty. */
    void shrink(Recent recent);

    /** The mean or median of the window, which must not be empty. */
    double middle();

    /** The mean or median without the oldest value; the window must hold at least two values. */
    double middleWithoutOldest(Recent recent);

    /** The mean or median with the value before the oldest, which must exist. */
    double middleWithOneMore(Recent recent);
}
