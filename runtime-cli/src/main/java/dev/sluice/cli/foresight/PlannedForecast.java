package dev.sluice.cli.foresight;

import dev.sluice.insight.gain.FigureSources;
import dev.sluice.insight.gain.RunFigures;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.simulate.Machines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forecast of a planned run, and its form as an argument for a master on another host. */
public final class PlannedForecast {
    private static final int WORDS = 6;

    private PlannedForecast() {}

    /**
     * What is known of the run besides its plan.
     *
     * @param commandSeconds from the command until launching begins [s]
     */
    record Besides(Calibration calibration, double commandSeconds, ForeseenStarts starts) {}

    /** The forecast of this plan; null if the number of units is not known, or nothing can be computed. */
    static @Nullable MakespanForecast of(RunPlan decided, Besides known) {
        Plan plan = decided.plan();
        double units = plan.units();
        double rate = plan.rateWithSubMasters();
        if (units == 0 || !(rate > 0)) {
            return null;
        }
        NetworkView view = plan.view();
        String master = plan.host(plan.solution().master());
        List<String> workers = Arrays.stream(plan.chosen()).mapToObj(plan::host).toList();
        StartKnowledge starts = known.starts().of(view, workers, master);
        double listens = decided.master() == null ? 0 : known.starts().masterSeconds(view, master);
        double computed = computedSeconds(plan, starts, rate);
        double all = Math.max(computed, plan.seconds());
        double seconds = known.commandSeconds() + listens + all + starts.endSeconds();
        double sigma = Math.hypot(RunKind.PLANNED.sigma(), starts.largestError() / seconds);
        List<String> words = new ArrayList<>(List.of(plan.sentence()));
        starts.sentence(known.commandSeconds() + listens, seconds).ifPresent(words::add);
        words.addAll(starts.words());
        return new MakespanForecast(
                known.calibration().corrected(seconds),
                known.calibration().low(seconds, sigma),
                known.calibration().high(seconds, sigma),
                sigma,
                known.commandSeconds() + listens + starts.firstSeconds(),
                all - starts.firstSeconds(),
                0,
                1,
                RunKind.PLANNED,
                words);
    }

    /** The figures of a plan; null if it has none to compare. */
    static @Nullable RunFigures figures(RunPlan decided, ForeseenStarts starts) {
        Plan plan = decided.plan();
        if (plan.units() == 0 || plan.chosen().length == 0) {
            return null;
        }
        int master = plan.solution().master();
        List<String> workers = Arrays.stream(plan.chosen()).mapToObj(plan::host).toList();
        Machines machines = new Machines(plan.view(), master, plan.chosen());
        return FigureSources.assumed(
                starts.of(plan.view(), workers, plan.host(master)).on(machines),
                new FigureSources.Work(plan.costs(), 1, plan.units(), 0));
    }

    /** Time from the begin of launching until all units are computed, each host working from its start [s]. */
    private static double computedSeconds(Plan plan, StartKnowledge starts, double rate) {
        double flow = Arrays.stream(plan.chosen())
                .mapToDouble(plan.solution()::hostRate)
                .sum();
        int[] hosts = flow > 0 ? plan.chosen() : new int[0];
        double[][] joins = Arrays.stream(hosts)
                .mapToObj(host -> new double[] {
                    starts.hostSeconds().getOrDefault(plan.host(host), 0.0),
                    plan.solution().hostRate(host) * rate / flow
                })
                .sorted(Comparator.comparingDouble(join -> join[0]))
                .toArray(double[][]::new);
        double left = plan.units();
        double now = joins.length == 0 ? 0 : joins[0][0];
        double together = joins.length == 0 ? rate : 0;
        for (double[] join : joins) {
            double until = together > 0 ? Math.min(join[0], now + left / together) : join[0];
            left -= together * (until - now);
            now = until;
            if (left <= 0) {
                return now;
            }
            together += join[1];
        }
        return now + left / together;
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
