package dev.sluice.cli.predict;

import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be typed behind {@code predict}. */
final class PredictOptions {
    @Parameters(index = "0", arity = "0..1", paramLabel = "APP", description = "the application's jar")
    @Nullable
    Path application;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENTS",
            description = "of the application, after --; 'run APP --help' shows them")
    List<String> arguments = List.of();

    @Option(
            names = "--error",
            paramLabel = "PERCENT",
            description = "units are executed until the total is known this well (default: ${DEFAULT-VALUE})")
    String error = "5%";

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            description = "for how many workers of one slot, such as 1-64 or 1,2,4 (default: ${DEFAULT-VALUE})")
    String workers = "1-64";

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description =
                    "machines and network as this file has them (default: as many machines like this one as asked,"
                            + " around a switch as fast as this machine's own connections)")
    @Nullable
    Path view;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "of the view, where the master runs (default: where units would flow fastest)")
    @Nullable
    String master;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "how units would be handed out: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    PolicyName policy = PolicyName.SS;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "executes units for no longer, such as 500ms, 30s or 5m (default: ${DEFAULT-VALUE})")
    String budget = "60s";

    @Option(
            names = "--unit-timeout",
            paramLabel = "TIME",
            description = "a unit that computes longer is left out (default: no limit but the budget)")
    @Nullable
    String unitTimeout;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "where the prediction goes (default: APP.prediction.json); results of the units executed are"
                    + " kept beside it, and 'run --prediction FILE' takes them")
    @Nullable
    Path out;

    @Option(
            names = "--keep",
            paramLabel = "SIZE",
            description = "what these results may take, such as 64M; 0 keeps none (default: ${DEFAULT-VALUE})")
    String keep = "1G";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "of the bootstrap and of the simulation (default: ${DEFAULT-VALUE})")
    long seed = 1;

    @Option(names = "--no-history", description = "do not ask the history of runs (docs/history.md)")
    boolean noHistory;

    @Option(names = "--dry-run", description = "say what would be executed, and execute nothing")
    boolean dryRun;

    @Option(names = "--json", description = "print the prediction as one JSON object instead of the table")
    boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "draw the curve over workers")
    @Nullable
    Path svg;

    @Option(names = "--html", paramLabel = "FILE", description = "the same on a page, with the table")
    @Nullable
    Path html;

    @Mixin
    final ApplicationOptions classes = new ApplicationOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    boolean help;

    /** As a fraction. */
    double errorFraction() {
        String number = error.replaceFirst("%$", "").strip();
        double percent = number.matches("[0-9]{1,3}(\\.[0-9]{1,6})?") ? Double.parseDouble(number) : 0;
        if (!(percent > 0 && percent <= 100)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--error: " + error + " (expected: above 0, up to 100 %, such as 5%)");
        }
        return percent / 100;
    }

    long budgetNanos() {
        return (long) Quantity.DURATION.of("--budget", budget);
    }

    long unitTimeoutNanos() {
        return unitTimeout == null ? 0 : (long) Quantity.DURATION.of("--unit-timeout", unitTimeout);
    }

    long keepBytes() {
        return (long) Quantity.SPACE.of("--keep", keep);
    }

    /** Where the prediction goes. */
    Path file(Path jar) {
        if (out != null) {
            return out;
        }
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "").replaceFirst("^app-", "");
        return Path.of(name + ".prediction.json");
    }

    /** The machines of the predicted run. */
    PredictedMachines machines() {
        if (view == null) {
            if (master != null) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--master: " + master + " without --view (expected: a host of a view)");
            }
            return new PredictedMachines.Alike();
        }
        return new PredictedMachines.Viewed(PlaceOptions.readView(view), view, master);
    }
}
