package dev.sluice.insight.predict;

import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.Machines;
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

    /** Smallest lower end of an interval, as a share of the time. */
    private static final double LEAST_LOW = 0.05;

    private final Prediction prediction;
    private final RuntimeCosts costs;
    private final SimulationTerms terms;
    private final boolean keptAreTaken;
    private final Frame frame;

    /**
     * What surrounds the units of a run.
     *
     * @param calibrations of intervals, by the kind of the run
     * @param commandSeconds from the command until launching begins [s]
     * @param startErrorSeconds mean error of the starts of workers [s]
     * @param endSeconds from the last result to the end [s]
     */
    public record Frame(
            Function<RunKind, Calibration> calibrations,
            double commandSeconds,
            double startErrorSeconds,
            double endSeconds) {}

    /**
     * @param costs of the runtime in processes; a run in one process has costs of its own
     * @param keptAreTaken whether results of executed units are reused
     */
    public SimulatedForesight(
            Prediction prediction, RuntimeCosts costs, SimulationTerms terms, boolean keptAreTaken, Frame frame) {
        this.prediction = prediction;
        this.costs = costs;
        this.terms = terms;
        this.keptAreTaken = keptAreTaken;
        this.frame = frame;
    }

    @Override
    public MakespanForecast of(Machines machines, double[] startSeconds, RunKind kind, long cpuBudgetNanos) {
        RuntimeCosts started = costs(kind);
        Machines from = startSeconds.length == 0 ? machines : started(machines, startSeconds);
        double first = IntStream.range(0, from.workers())
                        .mapToLong(i -> from.startNanos(from.worker(i), Math.round(started.startNanos())))
                        .min()
                        .orElse(0)
                / 1e9;
        RunTimeForecast simulated = forecast(started, terms, cpuBudgetNanos);
        return makespan(simulated.point(from.workers(), from), first, kind);
    }

    private static Machines started(Machines machines, double[] startSeconds) {
        if (startSeconds.length != machines.workers()) {
            throw new IllegalArgumentException(
                    startSeconds.length + " times (expected: one for each of " + machines.workers() + " workers)");
        }
        long[] nanos = new long[machines.view().hosts().size()];
        Arrays.fill(nanos, Machines.USUAL_START);
        for (int i = 0; i < startSeconds.length; i++) {
            nanos[machines.worker(i)] = Math.round(startSeconds[i] * 1e9);
        }
        return machines.withStarts(nanos);
    }

    /** The forecast for workers that share the processors of this machine. */
    public MakespanForecast here(int workers, int slots, int processors, RunKind kind) {
        RunTimeForecast simulated = forecast(costs(kind), terms, USUAL_NANOS);
        return makespan(simulated.local(workers, slots, processors), costs(kind).startNanos() / 1e9, kind);
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
        return makespan(point, start, kind);
    }

    private RuntimeCosts costs(RunKind kind) {
        return kind == RunKind.EMBEDDED ? RuntimeCosts.EMBEDDED : costs;
    }

    private RunTimeForecast forecast(RuntimeCosts with, SimulationTerms on, long cpuBudgetNanos) {
        long most = Math.max(LEAST_UNITS, Math.min(RunTimeForecast.MOST_SIMULATED, cpuBudgetNanos / UNIT_NANOS));
        return new RunTimeForecast(prediction, with, on, most, keptAreTaken);
    }

    /** @param start time until the first slot can compute, from the begin of launching [s] */
    private MakespanForecast makespan(ScalingCurve.Point point, double start, RunKind kind) {
        double low = Math.max(point.low(), LEAST_LOW * point.seconds());
        double seconds = frame.commandSeconds() + point.seconds() + frame.endSeconds();
        double units = low > 0 ? Math.log(point.high() / low) / (2 * REACH) * point.seconds() / seconds : 0;
        double started = seconds > 0 ? frame.startErrorSeconds() / seconds : 0;
        double sigma = Math.hypot(Math.hypot(units, started), kind.sigma());
        Calibration calibration = frame.calibrations().apply(kind);
        List<String> words = new ArrayList<>(List.of("limited by " + point.limit()));
        if (calibration.rows() > 0) {
            words.add(calibrated(calibration));
        }
        return new MakespanForecast(
                calibration.corrected(seconds),
                calibration.low(seconds, sigma),
                calibration.high(seconds, sigma),
                sigma,
                frame.commandSeconds() + start,
                Math.max(0, point.seconds() - start),
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
