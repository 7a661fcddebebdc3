package dev.sluice.cli.plan;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.rent.Rental;
import dev.sluice.insight.rent.Rentals;
import dev.sluice.json.Json;
import dev.sluice.model.Amount;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says which machines to rent. */
final class RentAnswer {
    private final Rentals rentals;
    private final Asked asked;
    private final boolean firstCycle;

    /**
     * Says what is wanted of the machines.
     *
     * @param withinSeconds from the command to the end; infinite: any time [s]
     * @param budget infinite: any price
     * @param words empty without any wish
     */
    record Asked(double withinSeconds, double budget, String words) {}

    /** @param firstCycle whether only the first cycle is foretold */
    RentAnswer(Rentals rentals, Asked asked, boolean firstCycle) {
        this.rentals = rentals;
        this.asked = asked;
        this.firstCycle = firstCycle;
    }

    /** The machines that were asked for; null if nothing was. */
    private @Nullable Rental chosen() {
        if (asked.words().isEmpty()) {
            return null;
        }
        return rentals.chosen(asked.withinSeconds(), asked.budget())
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.PROMISE_REFUSED,
                        "--price: no machines end " + asked.words() + "; the soonest: " + words(rentals.soonest())
                                + "; the cheapest: " + words(rentals.cheapest())
                                + " (expected: a later time, a larger budget, or other machines)"));
    }

    /** The answer, and the table of all machines that are worth a look. */
    String text() {
        Rental chosen = chosen();
        String answer = chosen == null
                ? "Cheapest: " + words(rentals.cheapest()) + System.lineSeparator() + "Soonest: "
                        + words(rentals.soonest())
                : words(chosen) + ": to end " + asked.words();
        String cycle = firstCycle ? " (the first cycle; the number of cycles is not known)" : "";
        return String.format("%s%s%n%nWhy:%n%s", answer, cycle, table().of(rentals.worthwhile()));
    }

    private static Table<Rental> table() {
        return new Table<Rental>()
                .left("kind", each -> each.kind().name())
                .right("machines", 0, "%,d", Rental::machines)
                .right("slots", 0, "%,d", each -> each.machines() * each.kind().slots())
                .left("time", each -> Amount.seconds(each.seconds()))
                .left("between", each -> Amount.seconds(each.low()) + " and " + Amount.seconds(each.high()))
                .right("price", 0, "%s", each -> price(each.price()))
                .right("at most", 0, "%s", each -> price(each.highest()))
                .left("limited by", Rental::limit);
    }

    /** A price in words. */
    static String price(double price) {
        return String.format(Locale.ROOT, price < 1 ? "%.4f" : price < 100 ? "%.2f" : "%.0f", price);
    }

    private static String words(Rental of) {
        return Plural.of(of.machines(), "machine") + " of " + of.kind().name() + ", about "
                + Amount.seconds(of.seconds())
                + " (" + Amount.seconds(of.low()) + " to " + Amount.seconds(of.high()) + ") for "
                + price(of.price());
    }

    /** The same as {@code docs/rent.schema.json} has it. */
    String json() {
        Rental chosen = chosen();
        return Json.of(new Document(
                "sluice-rent-1",
                firstCycle,
                chosen == null ? null : Row.of(chosen),
                rentals.worthwhile().stream().map(Row::of).toList()));
    }

    record Document(
            String schema,
            boolean firstCycle,
            @IfKnown @Nullable Row chosen,
            List<Row> rentals) {}

    private record Row(
            String kind,
            int machines,
            int slots,
            double seconds,
            double lowSeconds,
            double highSeconds,
            double price,
            double highPrice,
            String limit) {
        private static Row of(Rental rental) {
            return new Row(
                    rental.kind().name(),
                    rental.machines(),
                    rental.machines() * rental.kind().slots(),
                    rental.seconds(),
                    rental.low(),
                    rental.high(),
                    rental.price(),
                    rental.highest(),
                    rental.limit());
        }
    }
}
