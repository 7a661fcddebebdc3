package dev.sluice.model.forecast;

/** A member of the bank. It sees each value once and looks back at no more than {@link Bank#LARGEST_WINDOW} of them. */
interface Predictor {
    /** As forecasts and tables have it. */
    String name();

    /** Takes the newest value in, {@code recent.ago(0)}, and forecasts the one after it. */
    double next(Recent recent);
}
