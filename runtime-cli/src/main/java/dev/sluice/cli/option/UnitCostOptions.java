package dev.sluice.cli.option;

import dev.sluice.insight.predict.Prediction;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The costs of a unit, given on the command line. */
public final class UnitCostOptions {
    private static final String NONE = "0 B";

    @Option(
            names = "--unit-time",
            paramLabel = "TIME",
            description = "compute time of one unit on one slot of speed 1, such as 12ms; not needed if every host "
                    + "of the view has its own")
    private @Nullable String unitTime;

    @Option(
            names = "--result-time",
            paramLabel = "TIME",
            description = "time that the master needs for one result (default: none)")
    private @Nullable String resultTime;

    @Option(
            names = "--input",
            paramLabel = "SIZE",
            description = "size of a unit's input, sent to a worker, such as 1KB (default: 0 B)")
    private String input = NONE;

    @Option(
            names = "--result",
            paramLabel = "SIZE",
            description = "size of a unit's result, sent back, such as 64KB (default: 0 B)")
    private String result = NONE;

    @Option(
            names = "--setup",
            paramLabel = "SIZE",
            description = "size of the setup, sent to each worker once per cycle, such as 20MB (default: 0 B)")
    private String setup = NONE;

    @Option(
            names = "--value",
            paramLabel = "SIZE",
            description = "size of the value into which a worker combines its results, such as 1MB; used where results "
                    + "are accumulated (default: that of a result)")
    private @Nullable String value;

    @Option(
            names = "--cpu-share",
            paramLabel = "PERCENT",
            description = "part of a unit's time in which it uses its processor; load does not slow the rest "
                    + "(default: ${DEFAULT-VALUE})")
    private double cpuShare = 100;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    UnitCostOptions() {}

    /** Returns whether the time of a unit is given. */
    public boolean tellUnitTime() {
        return unitTime != null;
    }

    /** Returns whether any cost is given. */
    public boolean told() {
        return unitTime != null
                || resultTime != null
                || Stream.of(input, result, setup).anyMatch(size -> !size.equals(NONE));
    }

    /** Returns the costs of a prediction; times must not be given as well. */
    public UnitCosts costs(Prediction prediction) {
        if (unitTime != null || resultTime != null) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--prediction: with --unit-time or --result-time (expected: one or the other)");
        }
        return prediction.unitCosts();
    }

    /** Together with the times that hosts of the view have of their own. */
    public UnitCosts costs(ViewFile view) {
        if (!(cpuShare >= 0 && cpuShare <= 100)) {
            throw new SluiceException(ErrorCode.USAGE, "--cpu-share: " + cpuShare + " (expected: 0 to 100)");
        }
        double valueBytes = value == null ? 0 : Quantity.SIZE.of("--value", value);
        UnitCosts costs = new UnitCosts(
                unitSeconds(view),
                resultSeconds(view),
                Quantity.SIZE.of("--input", input),
                Quantity.SIZE.of("--result", result),
                Quantity.SIZE.of("--setup", setup));
        return costs.withCpuShare(cpuShare / 100).withResults(ResultsKind.EACH, valueBytes, 0);
    }

    private double unitSeconds(ViewFile view) {
        if (unitTime == null) {
            view.hostWithoutUnitTime().ifPresent(host -> {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--unit-time: missing (expected: the time of one unit, as host " + host
                                + " has none of its own)");
            });
            return 1;
        }
        double seconds = Quantity.TIME.of("--unit-time", unitTime);
        if (seconds == 0) {
            throw new SluiceException(ErrorCode.USAGE, "--unit-time: " + unitTime + " (expected: above 0)");
        }
        return seconds;
    }

    private double resultSeconds(ViewFile view) {
        boolean owned = view.hostWithResultTime().isPresent();
        if (resultTime == null) {
            view.hostWithoutResultTime().filter(host -> owned).ifPresent(host -> {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--result-time: missing (expected: the time of one result, as host " + host
                                + " has none of its own and "
                                + view.hostWithResultTime().orElse("") + " has)");
            });
            return owned ? 1 : 0;
        }
        double seconds = Quantity.TIME.of("--result-time", resultTime);
        if (seconds == 0 && owned) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--result-time: " + resultTime + " (expected: above 0, as hosts have their own)");
        }
        return seconds;
    }
}
