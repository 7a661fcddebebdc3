package dev.sluice.cli.foresight;

import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.model.Amount;

/** The time of a run in words. All commands that foretell a run use the same ones. */
public final class ForetoldTime {
    private ForetoldTime() {}

    /** The first line of what foretells a run that is not started yet. */
    public static String fromNow(MakespanForecast forecast, boolean firstCycle) {
        return "A" + of(forecast, " from now", firstCycle).substring(1);
    }

    /**
     * The time with its interval: "about 15.2 s (12.1 s to 19.4 s), from the command to the end".
     *
     * @param from follows the time
     * @param firstCycle whether only the first cycle is foretold
     */
    public static String of(MakespanForecast forecast, String from, boolean firstCycle) {
        return "about " + Amount.seconds(forecast.seconds()) + from + " (" + Amount.seconds(forecast.low()) + " to "
                + Amount.seconds(forecast.high()) + "), from the command to the end"
                + (firstCycle ? " of the first cycle (the number of cycles is not known)" : "");
    }
}
