package dev.sluice.model.simulate;

/**
 * What the runtime itself costs, in the extended LogGP form: sending or receiving a message of P bytes takes its side's
 * processor o(P) = o0 + o1·P, and travels P bytes and a frame. At {@link #NONE} only compute, network and the
 * application's own share of the master remain, so that closed forms hold.
 *
 * @param masterSends a message, on the master's loop
 * @param masterReceives a message, on the master's loop
 * @param workerSends a message, on the worker's loop
 * @param workerReceives a message, on the worker's loop
 * @param handOutNanos per unit that the master hands out: asking the application, encoding [ns]
 * @param takeNanos per result that the master takes, without the application's accept: scheduler, decoding [ns]
 * @param unitNanos per unit on its slot: claim, decode, encode, hand over [ns]
 * @param frameBytes that each message has beside what it carries
 * @param unitBytes that each unit has beside its input, and each result beside itself
 * @param startNanos from a worker's start to its registration with the application loaded [ns]
 */
public record Overheads(
        Cost masterSends,
        Cost masterReceives,
        Cost workerSends,
        Cost workerReceives,
        double handOutNanos,
        double takeNanos,
        double unitNanos,
        int frameBytes,
        int unitBytes,
        long startNanos) {
    /** o(P) = o0 + o1·P [ns], P in bytes. */
    public record Cost(double messageNanos, double byteNanos) {
        /** Nothing. */
        public static final Cost NONE = new Cost(0, 0);

        public Cost {
            if (!(messageNanos >= 0 && byteNanos >= 0)) {
                throw new IllegalArgumentException(
                        messageNanos + " ns a message, " + byteNanos + " ns a byte (expected: not negative)");
            }
        }

        /** Of a message of so many bytes [ns]. */
        double of(long bytes) {
            return messageNanos + byteNanos * bytes;
        }

        boolean isNone() {
            return messageNanos == 0 && byteNanos == 0;
        }
    }

    /** Machines that move data for nothing. */
    public static final Overheads NONE = new Overheads(Cost.NONE, Cost.NONE, Cost.NONE, Cost.NONE, 0, 0, 0, 0, 0, 0);

    public Overheads {
        if (!(handOutNanos >= 0 && takeNanos >= 0 && unitNanos >= 0)
                || frameBytes < 0
                || unitBytes < 0
                || startNanos < 0) {
            throw new IllegalArgumentException("overheads: " + handOutNanos + ", " + takeNanos + " and " + unitNanos
                    + " ns a unit, frames of " + frameBytes + " and " + unitBytes + " bytes, " + startNanos
                    + " ns to start (expected: none negative)");
        }
    }
}
