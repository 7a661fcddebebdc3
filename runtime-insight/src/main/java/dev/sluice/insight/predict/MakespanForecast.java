package dev.sluice.insight.predict;

import java.util.List;

/**
 * The forecast of the time of a run.
 *
 * @param seconds from the command to the end, as far as its parts are known [s]
 * @param low lower end of the interval [s]
 * @param high upper end of the interval [s]
 * @param sigma standard deviation of the logarithm of the time, before calibration
 * @param startSeconds time until the first slot can compute [s]
 * @param firstCycleSeconds time of the first cycle from then on [s]
 * @param laterCycleSeconds time of each later cycle [s]; 0 if there is none
 * @param cycles number of cycles; 1 if only the first is predicted
 * @param words what the forecast assumes, a line each
 */
public record MakespanForecast(
        double seconds,
        double low,
        double high,
        double sigma,
        double startSeconds,
        double firstCycleSeconds,
        double laterCycleSeconds,
        int cycles,
        RunKind kind,
        List<String> words) {
    static final String LIMITED = "limited by ";

    public MakespanForecast {
        words = List.copyOf(words);
    }

    /** The limit of the run in words; empty if it is not known. */
    public String limit() {
        return words.stream()
                .filter(line -> line.startsWith(LIMITED))
                .findFirst()
                .map(line -> line.substring(LIMITED.length()))
                .orElse("");
    }
}
