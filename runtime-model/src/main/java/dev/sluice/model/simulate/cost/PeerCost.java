package dev.sluice.model.simulate.cost;

import java.util.List;
import java.util.Optional;

/**
 * A master's cost of a message beside P sessions, o(P) = o0 + o1·P, as in the extended LogGP model.
 *
 * @param messageNanos o0; NaN if only o1 is known, and the cost of a message stays as it is counted [ns]
 * @param peerNanos o1, not negative [ns]
 * @param peerError standard error of o1 [ns]
 */
public record PeerCost(double messageNanos, double peerNanos, double peerError) {
    /** The number of sessions costs nothing: the figure without runs on enough different numbers. */
    public static final PeerCost NONE = new PeerCost(Double.NaN, 0, 0);

    private static final int FEWEST_SIZES = 3;

    /** Least ratio of the most sessions to the fewest. */
    private static final double SPREAD = 4;

    /**
     * The cost of a message in one run.
     *
     * @param sessions P
     * @param nanos cost of each message [ns]
     * @param messages counted ones, which are the weight
     */
    public record Row(double sessions, double nanos, double messages) {}

    /** Fits both costs by weighted least squares; empty with fewer than three numbers of sessions, or alike ones. */
    public static Optional<PeerCost> fit(List<Row> rows) {
        double most = rows.stream().mapToDouble(Row::sessions).max().orElse(0);
        double fewest = rows.stream().mapToDouble(Row::sessions).min().orElse(0);
        long sizes = rows.stream().mapToDouble(Row::sessions).distinct().count();
        if (sizes < FEWEST_SIZES || !(fewest > 0) || most < SPREAD * fewest) {
            return Optional.empty();
        }
        double weight = rows.stream().mapToDouble(Row::messages).sum();
        double sessions =
                rows.stream().mapToDouble(row -> row.messages * row.sessions).sum() / weight;
        double nanos =
                rows.stream().mapToDouble(row -> row.messages * row.nanos).sum() / weight;
        double square = rows.stream()
                .mapToDouble(row -> row.messages * (row.sessions - sessions) * (row.sessions - sessions))
                .sum();
        double product = rows.stream()
                .mapToDouble(row -> row.messages * (row.sessions - sessions) * (row.nanos - nanos))
                .sum();
        double slope = product / square;
        double left = rows.stream()
                .mapToDouble(row -> row.messages * square(row.nanos - nanos - slope * (row.sessions - sessions)))
                .sum();
        double error = Math.sqrt(left / Math.max(1, rows.size() - 2) / square);
        double peer = Math.max(0, slope);
        return Optional.of(new PeerCost(Math.max(0, nanos - peer * sessions), peer, error));
    }

    private static double square(double value) {
        return value * value;
    }
}
