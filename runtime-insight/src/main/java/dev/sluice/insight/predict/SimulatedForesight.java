package dev.sluice.insight.predict;

import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Forecasts runs by simulation of predicted units, with intervals from earlier outcomes. Immutable; any thread. */
public final class SimulatedForesight implements Foresight {
    /** Usual processor time for the simulations of a run [ns]. */
    public static final long USUAL_NANOS = 600_000_000;

    /** Processor time of one unit in the three simulations of a forecast, in code that is hardly compiled [ns]. */
    private static final long UNIT_NANOS = 30_000;

    private static final long LEAST_UNITS = 500;

    /** The interval of unit times reaches so many standard deviations to each side. */
    private static final double REACH = 1.96;

    /** Standard deviations in a mean absolute error. */
    private static final double DEVIATIONS = 1.25;

    /** Smallest lower end of an interval, as a share of the time. */
    private static final double LEAST_LOW = 0.05;

    /** Workers that can compute so soon after the first begin together with it [s]. */
    private static final double TOGETHER_SECONDS = 0.05;

    private final Prediction prediction;
    private final RuntimeCosts costs;
    private final SimulationTerms terms;
    private final boolean keptAreTaken;
    private final Function<RunKind, Calibration> calibrations;

    /**
     * @param costs of the runtime in processes; a run in one process has costs of its own
     * @param keptAreTaken whether results of executed units are reused
     */
    public SimulatedForesight(
            Prediction prediction,
            RuntimeCosts costs,
            SimulationTerms terms,
            boolean keptAreTaken,
            Function<RunKind, Calibration> calibrations) {
        this.prediction = prediction;
        this.costs = costs;
        this.terms = terms;
        this.keptAreTaken = keptAreTaken;
        this.calibrations = calibrations;
    }

    @Override
    public MakespanForecast of(Machines machines, double[] startSeconds, RunKind kind, long cpuBudgetNanos) {
        if (startSeconds.length == 0) {
            RunTimeForecast simulated = forecast(costs(kind), terms, cpuBudgetNanos);
            return makespan(
                    simulated.point(machines.workers(), machines), costs(kind).startNanos() / 1e9, 0, 0, kind);
        }
        if (startSeconds.length != machines.workers()) {
            throw new IllegalArgumentException(
                    startSeconds.length + " times (expected: one for each of " + machines.workers() + " workers)");
        }
        double first = Arrays.stream(startSeconds).min().orElse(0);
        List<Script.Step> joins = new ArrayList<>();
        IntStream.Builder present = IntStream.builder();
        for (int i = 0; i < startSeconds.length; i++) {
            double later = startSeconds[i] - first;
            if (later > TOGETHER_SECONDS && machines.subMasters().isEmpty()) {
                joins.add(new Script.Join(Math.round(later * 1e9), machines.worker(i)));
            } else {
                present.add(machines.worker(i));
            }
        }
        Machines from = new Machines(
                        machines.view(), machines.master(), present.build().toArray())
                .withSubMasters(machines.subMasters());
        RunTimeForecast simulated =
                forecast(started(costs(kind), 0), terms.withScript(new Script(joins)), cpuBudgetNanos);
        return makespan(simulated.point(machines.workers(), from), first, first, 0, kind);
    }

    /** The forecast for workers that share the processors of this machine. */
    public MakespanForecast here(int workers, int slots, int processors, RunKind kind) {
        RunTimeForecast simulated = forecast(costs(kind), terms, USUAL_NANOS);
        return makespan(simulated.local(workers, slots, processors), costs(kind).startNanos() / 1e9, 0, 0, kind);
    }

    /**
     * The forecast from the command to the end of the run. Each worker starts at its own time; a later cycle takes as
     * long as one that all workers begin together.
     */
    public MakespanForecast whole(Machines machines, StartKnowledge start, RunKind kind, long cpuBudgetNanos) {
        boolean more = prediction.sampled().cycles() > 1;
        RunTimeForecast simulated = forecast(costs(kind), terms, more ? cpuBudgetNanos / 2 : cpuBudgetNanos);
        ScalingCurve.Point first = simulated.point(machines.workers(), start.on(machines));
        double later = more ? simulated.seconds(StartKnowledge.atOnce(machines)) : 0;
        return whole(first, later, start, kind);
    }

    /** The same for workers that share the processors of this machine. */
    public MakespanForecast whole(int workers, int slots, int processors, StartKnowledge start, RunKind kind) {
        boolean more = prediction.sampled().cycles() > 1;
        RuntimeCosts usual = costs(kind);
        RunTimeForecast simulated =
                forecast(started(usual, start.lastSeconds() * 1e9), terms, more ? USUAL_NANOS / 2 : USUAL_NANOS);
        double later = more
                ? forecast(started(usual, 0), terms, USUAL_NANOS / 2)
                        .local(workers, slots, processors)
                        .seconds()
                : 0;
        return whole(simulated.local(workers, slots, processors), later, start, kind);
    }

    private static RuntimeCosts started(RuntimeCosts like, double startNanos) {
        return new RuntimeCosts(
                like.masterMessageNanos(), like.workerMessageNanos(), like.unitNanos(), like.secondNanos(), startNanos);
    }

    /**
     * @param first the first cycle, from the begin of launching
     * @param later time of each later cycle [s]
     */
    private MakespanForecast whole(ScalingCurve.Point first, double later, StartKnowledge start, RunKind kind) {
        int cycles = Math.max(1, prediction.sampled().cycles());
        double end = prediction.sampled().whole() ? start.endSeconds() : 0;
        double around = start.commandSeconds() + end;
        double moreCycles = (cycles - 1) * later / first.seconds();
        ScalingCurve.Point all = new ScalingCurve.Point(
                first.workers(),
                around + first.seconds() * (1 + moreCycles),
                around + first.low() * (1 + moreCycles),
                around + first.high() * (1 + moreCycles),
                first.unitsPerSecond(),
                first.limit(),
                first.stagingSeconds());
        double began = start.commandSeconds() + start.firstSeconds();
        MakespanForecast made = makespan(all, began, 0, DEVIATIONS * start.largestError(), kind);
        List<String> words = new ArrayList<>(made.words());
        words.addAll(start.words());
        if (cycles > 1) {
            words.add(String.format(Locale.ROOT, "%d cycles of %.3g s after the first", cycles - 1, later));
        }
        return new MakespanForecast(
                made.seconds(),
                made.low(),
                made.high(),
                made.sigma(),
                began,
                start.commandSeconds() + first.seconds() - began,
                later,
                cycles,
                kind,
                words);
    }

    /**
     * The forecast without a simulation: all slots are busy all the time.
     *
     * @param slots that compute at the speed of the sample's host
     */
    public MakespanForecast busy(double slots, RunKind kind) {
        PredictedCycle cycle = prediction.sampled().cycle();
        double start = costs(kind).startNanos() / 1e9;
        double seconds = start + cycle.totalSeconds() / Math.max(1, slots);
        double low = seconds * (1 + prediction.sampled().interval().low());
        double high = seconds * (1 + prediction.sampled().interval().high());
        ScalingCurve.Point point = new ScalingCurve.Point((int) slots, seconds, low, high, 0, "slots", 0);
        return makespan(point, start, 0, 0, kind);
    }

    private RuntimeCosts costs(RunKind kind) {
        return kind == RunKind.EMBEDDED ? RuntimeCosts.EMBEDDED : costs;
    }

    private RunTimeForecast forecast(RuntimeCosts with, SimulationTerms on, long cpuBudgetNanos) {
        long most = Math.max(LEAST_UNITS, Math.min(RunTimeForecast.MOST_SIMULATED, cpuBudgetNanos / UNIT_NANOS));
        return new RunTimeForecast(prediction, with, on, most, keptAreTaken);
    }

    /**
     * @param start time until the first slot can compute [s]
     * @param before the same, if the simulated time begins then [s]
     * @param unsure standard deviation of the start [s]
     */
    private MakespanForecast makespan(
            ScalingCurve.Point point, double start, double before, double unsure, RunKind kind) {
        double low = Math.max(point.low(), LEAST_LOW * point.seconds());
        double units = low > 0 ? Math.log(point.high() / low) / (2 * REACH) : 0;
        double seconds = before + point.seconds();
        double sigma = Math.hypot(Math.hypot(units, kind.sigma()), seconds > 0 ? unsure / seconds : 0);
        Calibration calibration = calibrations.apply(kind);
        List<String> words = new ArrayList<>(List.of("limited by " + point.limit()));
        if (calibration.rows() > 0) {
            words.add(calibrated(calibration));
        }
        return new MakespanForecast(
                calibration.corrected(seconds),
                calibration.low(seconds, sigma),
                calibration.high(seconds, sigma),
                sigma,
                start,
                Math.max(0, seconds - start),
                0,
                1,
                kind,
                words);
    }

    private static String calibrated(Calibration calibration) {
        String interval = "the interval is that of " + calibration.rows() + " " + calibration.source();
        return calibration.bias() == 0
                ? interval
                : String.format(
                        Locale.ROOT,
                        "%s, which took %.0f %% %s than predicted",
                        interval,
                        100 * Math.abs(Math.expm1(calibration.bias())),
                        calibration.bias() > 0 ? "longer" : "less");
    }
}
