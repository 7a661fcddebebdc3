package dev.sluice.cli.foresight;

import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forecast of a planned run, and its form as an argument for a master on another host. */
public final class PlannedForecast {
    private static final int WORDS = 6;

    private PlannedForecast() {}

    /** The forecast of this plan; null if the number of units is not known, or nothing can be computed. */
    public static @Nullable MakespanForecast of(RunPlan decided) {
        PlanForecast forecast = decided.forecast();
        return forecast == null ? null : forecast.makespan();
    }

    /** The forecast as the argument of {@code --foretold}. */
    public static String words(MakespanForecast forecast) {
        return String.format(
                Locale.ROOT,
                "%s %s %s %s %s %s",
                forecast.seconds(),
                forecast.low(),
                forecast.high(),
                forecast.sigma(),
                forecast.startSeconds(),
                forecast.firstCycleSeconds());
    }

    /** Reads the argument of {@code --foretold}. */
    public static MakespanForecast parse(String text) {
        String[] words = text.split(" ", -1);
        double[] all = new double[WORDS];
        try {
            for (int i = 0; i < WORDS; i++) {
                all[i] = Double.parseDouble(words[i]);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--foretold: " + text + " (expected: SECONDS LOW HIGH SIGMA START FIRST)", wrong);
        }
        return new MakespanForecast(all[0], all[1], all[2], all[3], all[4], all[5], 0, 1, RunKind.PLANNED, List.of());
    }
}
