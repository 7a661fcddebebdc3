package dev.sluice.cli.plan;

import dev.sluice.cli.option.PointInTime;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask which machines to rent. */
final class RentOptions {
    @Option(
            names = "--price",
            paramLabel = "FILE",
            description = "instead of hosts, kinds of machines for rent, as CSV with kind, slots and price an hour "
                    + "(docs/plan.md): which, and how many?")
    @Nullable
    Path prices;

    @Option(names = "--by", paramLabel = "TIME", description = "with --price: the cheapest that end by 17:00")
    private @Nullable String by;

    @Option(names = "--within", paramLabel = "TIME", description = "with --price: the cheapest that end within 40m")
    private @Nullable String within;

    @Option(
            names = "--budget",
            paramLabel = "AMOUNT",
            description = "with --price: the quickest that cost at most so much; with a time, too, the cheapest")
    private @Nullable Double budget;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RentOptions() {}

    /** @param hosts whether hosts are given */
    void check(boolean hosts) {
        if (prices == null && (by != null || within != null || budget != null)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    (by != null ? "--by" : within != null ? "--within" : "--budget")
                            + ": without --price (expected: --price FILE; --goal=deadline=TIME plans hosts)");
        }
        if (prices != null && hosts) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--price: with --view or --hosts (expected: machines for rent, or hosts)");
        }
        if (budget != null && !(budget > 0)) {
            throw new SluiceException(ErrorCode.USAGE, "--budget: " + budget + " (expected: above 0)");
        }
    }

    /** The wishes, validated. */
    RentAnswer.Asked asked() {
        Instant end = PointInTime.asked(by, within);
        double seconds = end == null
                ? Double.POSITIVE_INFINITY
                : Duration.between(CommandClock.began(), end).toMillis() / 1e3;
        String time = by != null ? "by " + by : within != null ? "within " + within : "";
        String price = budget == null ? "" : "for at most " + RentAnswer.price(budget);
        return new RentAnswer.Asked(
                seconds, budget == null ? Double.POSITIVE_INFINITY : budget, (time + " " + price).strip());
    }
}
