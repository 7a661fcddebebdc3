package dev.sluice.model.forecast;

/** A member of the bank. It sees each value once and looks back at no more than {@link Bank#LARGEST_WINDOW} of them. */
interface Predictor {
    /** The name shown in forecasts and tables. */
    String name();

    /** Adds the newest value, {@code recent.ago(0)}, and forecasts the next one. */
    double next(Recent recent);
}
