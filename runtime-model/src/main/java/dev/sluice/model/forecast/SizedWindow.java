package dev.sluice.model.forecast;

/** A window of the newest values, and what it says of them: their mean, or their median. */
interface SizedWindow {
    int count();

    /** Takes in the newest value. */
    void grow(Recent recent);

    /** Leaves the oldest value out; there is one. */
    void shrink(Recent recent);

    /** What it says; there is a value. */
    double middle();

    /** What it would say without its oldest value; there is another. */
    double middleWithoutOldest(Recent recent);

    /** What it would say with the value before its oldest; there is one. */
    double middleWithOneMore(Recent recent);
}
