package dev.sluice.cli.predict;

import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.FileOptions;
import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.cli.option.PolicyOption;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.SampleTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code predict}. */
public final class PredictOptions {
    @Mixin
    final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    final FileOptions files = new FileOptions();

    @Option(
            names = "--error",
            paramLabel = "PERCENT",
            description = "execute units until the total is known this precisely (default: ${DEFAULT-VALUE})")
    String error = "5%";

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            description =
                    "numbers of workers, each computing one unit at a time, such as 1-64 or 1,2,4 (default: ${DEFAULT-VALUE})")
    String workers = "1-64";

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description = "network view of the machines (default: machines like this one on a switch as fast as "
                    + "this machine's network)")
    @Nullable
    Path view;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "with --view: host of the master (default: the host with the highest rate)")
    @Nullable
    String master;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "time limit for executing units, such as 500ms, 30s or 5m (default: ${DEFAULT-VALUE})")
    String budget = "60s";

    @Option(
            names = "--sweep",
            paramLabel = "OPTION=VALUES",
            description = "compare values of an option of the application, which share the budget: tile=8x8..256x256, "
                    + "rows=1..64 (factors of two) or kind=a,b")
    @Nullable
    String sweep;

    @Option(
            names = "--unit-timeout",
            paramLabel = "TIME",
            description = "leave out units that compute longer (default: no timeout, only the budget)")
    @Nullable
    String unitTimeout;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "file for the prediction (default: APP.prediction.json); results of executed units are "
                    + "kept next to it for 'run --prediction FILE'")
    @Nullable
    Path out;

    @Option(
            names = "--keep",
            paramLabel = "SIZE",
            description = "disk space for these results, such as 64M; 0 = keep none (default: ${DEFAULT-VALUE})")
    String keep = "1G";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "random seed of the bootstrap and the simulation (default: ${DEFAULT-VALUE})")
    long seed = 1;

    @Option(names = "--no-history", description = "do not read the history of runs (docs/history.md)")
    boolean noHistory;

    @Option(names = "--dry-run", description = "execute nothing; print what would be executed")
    boolean dryRun;

    @Option(names = "--json", description = "print the prediction as one JSON object instead of the table")
    boolean json;

    @Mixin
    final PictureOptions pictures = new PictureOptions();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PredictOptions() {}

    /** The prediction that another command makes: with the defaults, without results to use again. */
    public static PredictionRequest usual() {
        PredictOptions usual = new PredictOptions();
        usual.keep = "0";
        return usual.request();
    }

    /**
     * Concludes these options.
     *
     * @throws SluiceException if options contradict each other or have wrong values
     */
    PredictionRequest request() {
        int[] counts = WorkerCounts.parse(workers);
        return new PredictionRequest(
                Arrays.stream(counts).boxed().toList(),
                new SampleTerms(
                        new SampleGrowth(errorFraction(), counts[counts.length - 1]),
                        budgetNanos(),
                        unitTimeoutNanos(),
                        new SplittableRandom(seed)),
                machines(),
                policy.policy(),
                seed,
                new PredictionRequest.Kept((long) Quantity.SPACE.of("--keep", keep), out),
                !noHistory,
                dryRun,
                new PredictionRequest.Forms(json, picture -> pictures.write(picture::svg, picture::html)));
    }

    /**
     * The option whose values are compared; null if none are.
     *
     * @throws SluiceException if it is wrong, or what only one prediction has is asked for
     */
    @Nullable
    SweptOption swept() {
        String typed = sweep;
        if (typed == null) {
            return null;
        }
        if (dryRun || out != null || pictures.asked()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--sweep: with --dry-run, --out, --svg or --html (expected: none of them, as it stores no "
                            + "prediction)");
        }
        return SweptOption.parse(typed);
    }

    /** The requested error as a fraction. */
    private double errorFraction() {
        String number = error.replaceFirst("%$", "").strip();
        double percent = number.matches("[0-9]{1,3}(\\.[0-9]{1,6})?") ? Double.parseDouble(number) : 0;
        if (!(percent > 0 && percent <= 100)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--error: " + error + " (expected: above 0, up to 100 %, such as 5%)");
        }
        return percent / 100;
    }

    private long budgetNanos() {
        return (long) Quantity.DURATION.of("--budget", budget);
    }

    private long unitTimeoutNanos() {
        return unitTimeout == null ? 0 : (long) Quantity.DURATION.of("--unit-timeout", unitTimeout);
    }

    /** The machines of the predicted run. */
    private PredictedMachines machines() {
        if (view == null) {
            if (master != null) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--master: " + master + " without --view (expected: a host of a view)");
            }
            return new PredictedMachines.Alike();
        }
        ViewFile file = PlaceOptions.readView(view);
        double ageSeconds = PlaceOptions.ageSeconds(file, view);
        return new PredictedMachines.Viewed(
                file,
                view,
                master,
                (written, unit) -> noHistory
                        ? written
                        : PlaceOptions.known(written, ageSeconds, unit.unitSeconds(), null, System.err::println)
                                .view());
    }
}
