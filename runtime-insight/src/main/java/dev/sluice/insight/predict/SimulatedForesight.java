package dev.sluice.insight.predict;

import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.Plural;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Forecasts runs by simulation of predicted units, with intervals from earlier outcomes. Immutable; any thread. */
public final class SimulatedForesight {
    /** Usual processor time for the simulations of a run [ns]. */
    public static final long USUAL_NANOS = 600_000_000;

    /** Processor time of one unit in the three simulations of a forecast, in code that is hardly compiled [ns]. */
    private static final long UNIT_NANOS = 30_000;

    private static final long LEAST_UNITS = 500;

    /** Smallest lower end of an interval, as a share of the time. */
    private static final double LEAST_LOW = 0.05;

    private final Prediction prediction;
    private final RuntimeCosts costs;
    private final SimulationTerms terms;
    private final boolean keptAreTaken;
    private final Frame frame;

    /**
     * The time around the units of a run.
     *
     * @param calibrations of intervals, by the kind of the run
     * @param commandSeconds from the command until launching begins [s]
     * @param starts of the workers, as far as they are known
     * @param endSeconds from the last result to the end [s]
     */
    public record Frame(
            Function<RunKind, Calibration> calibrations,
            double commandSeconds,
            StartKnowledge starts,
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

    /**
     * The forecast.
     *
     * @param machines with the times until their workers can compute; those without one take as long as the runtime's
     *     costs say
     * @param cpuBudgetNanos processor time that the simulation may take; a large run is simulated in part then
     */
    public MakespanForecast of(World machines, RunKind kind, long cpuBudgetNanos) {
        RuntimeCosts started = costs(kind);
        double first = IntStream.of(machines.hosts())
                        .mapToLong(host -> machines.startNanos(host, Math.round(started.startNanos())))
                        .min()
                        .orElse(0)
                / 1e9;
        RunTimeForecast simulated = forecast(started, isRepeated() ? cpuBudgetNanos / 2 : cpuBudgetNanos);
        double later = isRepeated() ? simulated.seconds(machines.starting(host -> 0)) : 0;
        return makespan(simulated.point(machines.workers(), machines), later, first, kind);
    }

    /** Tells whether cycles follow the first whose number is known. */
    private boolean isRepeated() {
        return prediction.sampled().cycles() > 1;
    }

    /** The forecast for workers that share the processors of this machine. */
    public MakespanForecast here(int workers, int slots, int processors, RunKind kind) {
        double known = frame.starts().lastSeconds() * 1e9;
        double startNanos = known > 0 ? known : costs(kind).startNanos();
        RunTimeForecast simulated = forecast(starting(kind, startNanos), USUAL_NANOS);
        double later = isRepeated()
                ? forecast(starting(kind, 0), USUAL_NANOS / 2)
                        .local(workers, slots, processors)
                        .seconds()
                : 0;
        return makespan(simulated.local(workers, slots, processors), later, startNanos / 1e9, kind);
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
        ScalingCurve.Point point =
                new ScalingCurve.Point((int) slots, seconds, low, high, 0, RunVerdict.Kind.COMPUTING.word(), 0);
        return makespan(point, seconds - start, start, kind);
    }

    private RuntimeCosts starting(RunKind kind, double nanos) {
        RuntimeCosts usual = costs(kind);
        return new RuntimeCosts(
                usual.masterMessageNanos(), usual.workerMessageNanos(), usual.unitNanos(), usual.secondNanos(), nanos);
    }

    private RuntimeCosts costs(RunKind kind) {
        return kind == RunKind.EMBEDDED ? RuntimeCosts.EMBEDDED : costs;
    }

    private RunTimeForecast forecast(RuntimeCosts with, long cpuBudgetNanos) {
        long most = Math.max(LEAST_UNITS, Math.min(RunTimeForecast.MOST_SIMULATED, cpuBudgetNanos / UNIT_NANOS));
        return new RunTimeForecast(prediction, with, terms, most, keptAreTaken);
    }

    /**
     * @param first the first cycle, from the begin of launching
     * @param later time of each later cycle, if there are any [s]
     * @param start time until the first slot can compute, from the begin of launching [s]
     */
    private MakespanForecast makespan(ScalingCurve.Point first, double later, double start, RunKind kind) {
        int cycles = Math.max(1, prediction.sampled().cycles());
        double each = Math.min(later, Math.max(0, first.seconds() - start)); // code is compiled by then
        double computing = first.seconds() + (cycles - 1) * each;
        double low = Math.max(first.low(), LEAST_LOW * first.seconds());
        double seconds = frame.commandSeconds() + computing + frame.endSeconds();
        double units = low > 0 ? Math.log(first.high() / low) / (2 * Calibration.NORMAL) * computing / seconds : 0;
        double started =
                seconds > 0 ? Calibration.OF_MEAN_ERROR * frame.starts().largestError() / seconds : 0;
        double sigma = Math.hypot(Math.hypot(units, started), kind.sigma());
        Calibration calibration = frame.calibrations().apply(kind);
        List<String> words = new ArrayList<>();
        frame.starts().sentence(frame.commandSeconds(), seconds).ifPresent(words::add);
        words.add(MakespanForecast.LIMITED + first.limit());
        if (cycles > 1) {
            words.add(String.format(Locale.ROOT, "%s of %.3g s after the first", Plural.of(cycles - 1, "cycle"), each));
        }
        words.addAll(frame.starts().words());
        if (calibration.rows() > 0) {
            words.add(calibrated(calibration));
        }
        return new MakespanForecast(
                calibration.corrected(seconds),
                calibration.low(seconds, sigma),
                calibration.high(seconds, sigma),
                sigma,
                frame.commandSeconds() + start,
                Math.max(0, first.seconds() - start),
                cycles > 1 ? each : 0,
                cycles,
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
