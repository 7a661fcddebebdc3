package dev.sluice.insight.rent;

/**
 * Time and price of a run on some machines of a kind.
 *
 * @param seconds from the command to the end, with the start of the machines [s]
 * @param low lower end of the interval [s]
 * @param high upper end of the interval [s]
 * @param price in the currency of the price list
 * @param highest price at the upper end of the interval
 * @param limit what limits the run there, in words
 */
public record Rental(
        MachineKind kind,
        int machines,
        double seconds,
        double low,
        double high,
        double price,
        double highest,
        String limit) {
    /** Returns whether another one is as cheap and ends as early, and is better in one of them. */
    boolean isBeatenBy(Rental other) {
        return other.price <= price && other.seconds <= seconds && (other.price < price || other.seconds < seconds);
    }
}
