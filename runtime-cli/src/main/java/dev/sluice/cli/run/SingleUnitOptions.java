package dev.sluice.cli.run;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that computes one unit alone, to debug it. */
final class SingleUnitOptions {
    @Option(
            names = "--unit",
            paramLabel = "[CYCLE:]INDEX",
            description = "compute only this unit in this process, and print its result, to debug it; earlier cycles "
                    + "are computed first (default cycle: 0)")
    private @Nullable String unit;

    /** The unit to compute; null if the whole application runs. */
    @Nullable
    SingleUnit asked() {
        String told = unit;
        if (told == null) {
            return null;
        }
        if (!told.matches("([0-9]{1,9}:)?[0-9]{1,18}")) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--unit: " + told + " (expected: INDEX or CYCLE:INDEX, such as 17 or 3:17)");
        }
        int colon = told.indexOf(':');
        int cycle = colon < 0 ? 0 : Integer.parseInt(told.substring(0, colon));
        return new SingleUnit(cycle, Long.parseLong(told.substring(colon + 1)));
    }
}
