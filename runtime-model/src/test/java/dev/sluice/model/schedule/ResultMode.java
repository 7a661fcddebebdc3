package dev.sluice.model.schedule;

/** How the workers of a simulated cycle return results. */
enum ResultMode {
    EACH,
    AT_CYCLE_END,
    FOLD
}
