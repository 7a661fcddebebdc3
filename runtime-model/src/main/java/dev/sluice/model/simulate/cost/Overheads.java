package dev.sluice.model.simulate.cost;

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
 * @param unitNanos per unit on its slot: decode, encode, hand over [ns]
 * @param claimNanos beside that for units that a slot claims together, which long ones are not: claim, hand over, be
 *     woken [ns]
 * @param frameBytes that each message has beside what it carries
 * @param unitBytes that each unit has beside its input, and each result beside itself
 * @param startNanos from a worker's start to its registration with the application loaded [ns]
 * @param travel what a message costs on its way, beside the bandwidths and latencies of the view
 * @param warming what the first messages and units cost more than later ones, for which all of these are
 */
public record Overheads(
        Cost masterSends,
        Cost masterReceives,
        Cost workerSends,
        Cost workerReceives,
        double handOutNanos,
        double takeNanos,
        double unitNanos,
        double claimNanos,
        int frameBytes,
        int unitBytes,
        long startNanos,
        Travel travel,
        Warming warming) {
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

        /**
         * Of a message of so many bytes [ns].
         *
         * @param times as much as later: what moves the bytes is compiled from the beginning
         */
        public double of(long bytes, double times) {
            return messageNanos * times + byteNanos * bytes;
        }

        /** Of so many messages and of so many of the other cost, without their bytes [ns]. */
        double both(Cost other, double messages, Decline warming) {
            return (messageNanos + other.messageNanos) * (messages + warming.moreOf(2 * messages) / 2);
        }

        Cost times(double more) {
            return new Cost(messageNanos * more, byteNanos);
        }

        public boolean isNone() {
            return messageNanos == 0 && byteNanos == 0;
        }
    }

    /**
     * What no processor is held up by, and no view says.
     *
     * @param delayNanos one way, from a thread that sends to the thread that looks at it: wake-ups on both sides [ns]
     * @param segmentBytes what one packet of the network carries of a message; 0 where packets cost nothing
     * @param segmentHeaderBytes what it takes of the bandwidth beside that
     */
    public record Travel(long delayNanos, int segmentBytes, int segmentHeaderBytes) {
        /** Nothing. */
        public static final Travel NONE = new Travel(0, 0, 0);

        /**
         * TCP with timestamps over Ethernet: 1,448 bytes a packet with headers of 66, of which a capacity is counted
         * from the Ethernet header on, and the part of TLS 1.3 in it.
         */
        public static final Travel ETHERNET = new Travel(0, 1448, 68);

        public Travel {
            if (delayNanos < 0 || segmentBytes < 0 || segmentHeaderBytes < 0) {
                throw new IllegalArgumentException("delay " + delayNanos + " ns, segments of " + segmentBytes + " and "
                        + segmentHeaderBytes + " bytes (expected: none negative)");
            }
        }

        /** With so much delay [ns]. */
        public Travel withDelay(long nanos) {
            return new Travel(nanos, segmentBytes, segmentHeaderBytes);
        }

        /** What so many bytes take of a wire [bytes]. */
        long onWire(long bytes) {
            return segmentBytes == 0 ? bytes : bytes + (bytes + segmentBytes - 1) / segmentBytes * segmentHeaderBytes;
        }
    }

    /**
     * Code that is not compiled yet is slow: what a process does for the k-th time takes 1 + m·e^(−k/n) times as long
     * as later.
     *
     * @param master of its thread for messages, k of these
     * @param worker of its thread for messages, k of these
     * @param slot k of units
     */
    public record Warming(Decline master, Decline worker, Decline slot) {
        /** Everything is compiled. */
        public static final Warming NONE = new Warming(Decline.NONE, Decline.NONE, Decline.NONE);

        /** For units of which each stands for so many, and messages of which each does. */
        Warming together(long units, double messages) {
            return new Warming(master.together(messages), worker.together(messages), slot.together(units));
        }
    }

    /**
     * One such decline.
     *
     * @param more m: how much more the first takes, as a multiple of what later ones take
     * @param count n: after so many a third of that is left
     */
    public record Decline(double more, double count) {
        /** The first takes no longer than others. */
        public static final Decline NONE = new Decline(0, 1);

        private static final double LONG_AGO = 20;

        public Decline {
            if (!(more >= 0 && count > 0)) {
                throw new IllegalArgumentException(
                        "a decline of " + more + " over " + count + " (expected: not negative, positive)");
            }
        }

        Decline together(double times) {
            return new Decline(more, count / times);
        }

        /** How many more it would be, if the first of so many took no longer than later ones. */
        double moreOf(double times) {
            return more * count * -Math.expm1(-times / count);
        }

        /** How many times as long as later, after so many. */
        public double at(long before) {
            return more == 0 || before > LONG_AGO * count ? 1 : 1 + more * Math.exp(-before / count);
        }
    }

    /** Machines that move data for nothing. */
    public static final Overheads NONE =
            new Overheads(Cost.NONE, Cost.NONE, Cost.NONE, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Travel.NONE, Warming.NONE);

    /**
     * Where nothing was measured: a virtual machine of 2 cores and 24 GB, Java 17, loopback, 2026-11-21, with real-time
     * priority beside other builds; on a quiet machine messages cost about half of it.
     */
    public static final Overheads MEASURED = new Overheads(
            new Cost(38_000, 0.5),
            new Cost(38_000, 0.8),
            new Cost(37_000, 0.6),
            new Cost(37_000, 0.6),
            160,
            95,
            200,
            40_000,
            80,
            1,
            0,
            Travel.ETHERNET.withDelay(36_000),
            new Warming(new Decline(13, 2_200), new Decline(5, 1_400), new Decline(5, 700)));

    public Overheads {
        if (!(handOutNanos >= 0 && takeNanos >= 0 && unitNanos >= 0 && claimNanos >= 0)
                || frameBytes < 0
                || unitBytes < 0
                || startNanos < 0) {
            throw new IllegalArgumentException("overheads: " + handOutNanos + ", " + takeNanos + " and " + unitNanos
                    + " ns a unit, frames of " + frameBytes + " and " + unitBytes + " bytes, " + startNanos
                    + " ns to start (expected: none negative)");
        }
    }

    /** With workers that take so long to start [ns]. */
    public Overheads withStart(long nanos) {
        return with(nanos, travel, warming);
    }

    /** With messages that cost this on their way. */
    public Overheads withTravel(Travel other) {
        return with(startNanos, other, warming);
    }

    /** With first messages and units that cost so much more. */
    public Overheads withWarming(Warming other) {
        return with(startNanos, travel, other);
    }

    private Overheads with(long otherStartNanos, Travel otherTravel, Warming otherWarming) {
        return new Overheads(
                masterSends,
                masterReceives,
                workerSends,
                workerReceives,
                handOutNanos,
                takeNanos,
                unitNanos,
                claimNanos,
                frameBytes,
                unitBytes,
                otherStartNanos,
                otherTravel,
                otherWarming);
    }

    /**
     * For a workload whose units each stand for several: where a simulated message stands for several, it costs as much
     * as these.
     */
    public Overheads together(Grouping grouping) {
        long units = grouping.units();
        double messages = grouping.times();
        return new Overheads(
                masterSends.times(messages),
                masterReceives.times(messages),
                workerSends.times(messages),
                workerReceives.times(messages),
                handOutNanos * units,
                takeNanos * units,
                unitNanos * units,
                claimNanos,
                frameBytes,
                (int) Math.min(Integer.MAX_VALUE, unitBytes * units),
                startNanos,
                travel,
                warming.together(units, messages));
    }

    /**
     * Of the loop of a worker that sends so many messages with results, and gets as many [ns].
     *
     * @param inputBytes in all of them, as resultBytes
     */
    public double workerLoopNanos(double messages, double inputBytes, double resultBytes) {
        return workerSends.both(workerReceives, messages, warming.worker())
                + workerReceives.byteNanos * inputBytes
                + workerSends.byteNanos * resultBytes;
    }

    /**
     * Of the loop of a master that gets so many messages with the results of so many units, and sends as many [ns].
     *
     * @param inputBytes in all of them, as resultBytes
     */
    public double masterLoopNanos(double messages, double units, double inputBytes, double resultBytes) {
        return masterSends.both(masterReceives, messages, warming.master())
                + masterSends.byteNanos * inputBytes
                + masterReceives.byteNanos * resultBytes
                + takeNanos * units;
    }

    /**
     * What so many units that a slot claimed together cost it beside their computing [ns].
     *
     * @param before units that its process has computed
     */
    public double claimed(int units, long before) {
        return (claimNanos + unitNanos * units) * warming.slot().at(before);
    }

    /** What a message that carries so many bytes takes of a wire [bytes]. */
    public long onWire(long bytes) {
        return travel.onWire(bytes + frameBytes);
    }
}
