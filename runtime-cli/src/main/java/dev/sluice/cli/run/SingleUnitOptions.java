package dev.sluice.cli.run;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that compute one unit alone, to debug it. */
final class SingleUnitOptions {
    @Option(
            names = "--unit",
            paramLabel = "INDEX",
            description = "compute only this unit, in this process, and print its result; to debug it")
    private @Nullable Long unit;

    @Option(
            names = "--cycle",
            paramLabel = "N",
            description = "the cycle of --unit; the cycles before it are computed in full (default: 0)")
    private @Nullable Integer cycle;

    /** The unit to compute; null if the whole application runs. */
    @Nullable
    SingleUnit asked() {
        Long index = unit;
        if (index == null) {
            if (cycle != null) {
                throw new SluiceException(ErrorCode.USAGE, "--cycle: without --unit (expected: both)");
            }
            return null;
        }
        if (index < 0) {
            throw new SluiceException(ErrorCode.USAGE, "--unit: " + index + " (expected: 0 or more)");
        }
        int number = cycle == null ? 0 : cycle;
        if (number < 0) {
            throw new SluiceException(ErrorCode.USAGE, "--cycle: " + number + " (expected: 0 or more)");
        }
        return new SingleUnit(number, index);
    }
}
