package dev.sluice.cli.foresight;

import dev.sluice.insight.gain.FigureSources;
import dev.sluice.insight.gain.RunFigures;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.World;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forecast of a planned run, and its form as an argument for a master on another host. */
public final class PlannedForecast {
    private static final int WORDS = 8;

    private PlannedForecast() {}

    /**
     * The forecast of this plan, from the command to the end; null if the number of units is not known, or nothing can
     * be computed.
     */
    static @Nullable MakespanForecast of(RunPlan decided) {
        PlanForecast forecast = decided.forecast();
        return forecast == null ? null : forecast.makespan();
    }

    /** The figures of a plan; null if it has none to compare. */
    static @Nullable RunFigures figures(RunPlan decided, ForeseenStarts starts) {
        Plan plan = decided.plan();
        if (plan.units() == 0 || plan.chosen().length == 0) {
            return null;
        }
        int master = plan.solution().master();
        List<String> workers = Arrays.stream(plan.chosen()).mapToObj(plan::host).toList();
        World machines = new World(plan.view(), master, plan.chosen());
        return FigureSources.assumed(
                starts.of(plan.view(), plan.host(master), workers).on(machines),
                new FigureSources.Work(plan.costs(), 1, plan.units(), 0));
    }

    /** The forecast as the argument of {@code --foretold}. */
    public static String words(MakespanForecast forecast) {
        return String.format(
                Locale.ROOT,
                "%s %s %s %s %s %s %s %d",
                forecast.seconds(),
                forecast.low(),
                forecast.high(),
                forecast.sigma(),
                forecast.startSeconds(),
                forecast.firstCycleSeconds(),
                forecast.laterCycleSeconds(),
                forecast.cycles());
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
                    ErrorCode.USAGE,
                    "--foretold: " + text + " (expected: SECONDS LOW HIGH SIGMA START FIRST LATER CYCLES)",
                    wrong);
        }
        return new MakespanForecast(
                all[0], all[1], all[2], all[3], all[4], all[5], all[6], (int) all[7], RunKind.PLANNED, List.of());
    }
}
