package dev.sluice.model.tune;

/**
 * A model of the run at one moment, with the unit times, speeds and round trips that were measured until then. The same
 * seed draws the same units for every setting. The tuner takes nothing that a model promises for granted.
 */
public interface Foretelling {
    /** Time of the next cycle, or of the rest of the run, if this setting holds in it [s]. */
    double rest(Setting setting, long seed);

    /** A whole cycle like the open one, from its begin, if this setting holds in it. */
    Outlook cycle(Setting setting);

    /** A whole cycle by the flow model, which knows rates and no queues [s]; infinite if it cannot say. */
    double flowSeconds(Setting setting);
}
