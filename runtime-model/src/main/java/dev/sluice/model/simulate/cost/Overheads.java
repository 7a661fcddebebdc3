package dev.sluice.model.simulate.cost;

import dev.sluice.model.Written;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.flow.UnitCosts;

/**
 * The runtime's own costs in the extended LogGP form: sending or receiving a message of m bytes beside P sessions takes
 * o(P) + G·m of its side's processor, with o(P) = o0 + o1·P, and m bytes and a frame travel. With {@link #NONE}, only
 * computing, the network and the application's own share of the master remain, so that closed forms hold.
 *
 * @param masterSends cost of a message sent, on the master's loop
 * @param masterReceives cost of a message received, on the master's loop
 * @param workerSends cost of a message sent, on the worker's loop
 * @param workerReceives cost of a message received, on the worker's loop
 * @param handOutNanos cost per unit assigned by the master: call of the application, encoding [ns]
 * @param takeNanos cost per result taken by the master, without the application's accept: scheduler, decoding [ns]
 * @param unitNanos cost per unit on its slot: decode, encode, hand over [ns]
 * @param claimNanos additional cost per claim of several units (long units are claimed singly): claim, hand over,
 *     wake-up [ns]
 * @param frameBytes additional bytes of each message
 * @param unitBytes additional bytes of each input and of each result
 * @param startNanos time from a worker's start to its registration with the application loaded [ns]
 * @param travel costs of a message on its way, in addition to the bandwidths and latencies of the view
 * @param warming additional cost of the first messages and units, during JIT warm-up
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
        @Written(flat = true) Travel travel,
        @Written(flat = true) Warming warming) {
    /**
     * The cost of a message.
     *
     * @param messageNanos o0: of each message [ns]
     * @param peerNanos o1: the same for each session of the process [ns]
     * @param byteNanos G at the processor: of each byte [ns]
     */
    public record Cost(double messageNanos, double peerNanos, double byteNanos) {
        /** No cost. */
        public static final Cost NONE = new Cost(0, 0);

        public Cost {
            if (!(messageNanos >= 0 && peerNanos >= 0 && byteNanos >= 0)) {
                throw new IllegalArgumentException(messageNanos + " ns a message, " + peerNanos + " ns a session, "
                        + byteNanos + " ns a byte (expected: not negative)");
            }
        }

        /** A cost that does not depend on the number of sessions. */
        public Cost(double messageNanos, double byteNanos) {
            this(messageNanos, 0, byteNanos);
        }

        /**
         * Cost of a message of this size [ns].
         *
         * @param peers P: sessions of the process
         * @param times warm-up factor of the cost per message; the cost per byte has no warm-up
         */
        public double of(long bytes, int peers, double times) {
            return (messageNanos + peerNanos * peers) * times + byteNanos * bytes;
        }

        /** Cost of a message without its bytes [ns]. */
        public double of(double peers) {
            return messageNanos + peerNanos * peers;
        }

        /** Cost of this many messages with each of the two costs, without their bytes [ns]. */
        double both(Cost other, double messages, Decline warming) {
            return (messageNanos + other.messageNanos) * (messages + warming.moreOf(2 * messages) / 2);
        }

        Cost times(double more) {
            return new Cost(messageNanos * more, peerNanos * more, byteNanos);
        }

        /** Replaces the cost of a message by these parts of it. */
        Cost withPeers(double base, double peer) {
            return new Cost(messageNanos * base, messageNanos * peer, byteNanos);
        }

        public boolean isNone() {
            return messageNanos == 0 && peerNanos == 0 && byteNanos == 0;
        }
    }

    /**
     * Costs of travel that neither occupy a processor nor appear in the view.
     *
     * @param delayNanos one-way delay from the sending thread to the receiving thread: wake-ups on both sides [ns]
     * @param segmentBytes bytes of a message in one packet of the network; 0 if packets cost nothing
     * @param segmentHeaderBytes additional bandwidth that a packet uses [bytes]
     */
    public record Travel(long delayNanos, int segmentBytes, int segmentHeaderBytes) {
        /** No cost. */
        public static final Travel NONE = new Travel(0, 0, 0);

        /**
         * TCP with timestamps over Ethernet: 1,448 bytes per packet, with headers of 66 bytes, counted from the
         * Ethernet header on as in capacities, and a share of TLS 1.3.
         */
        public static final Travel ETHERNET = new Travel(0, 1448, 68);

        public Travel {
            if (delayNanos < 0 || segmentBytes < 0 || segmentHeaderBytes < 0) {
                throw new IllegalArgumentException("delay " + delayNanos + " ns, segments of " + segmentBytes + " and "
                        + segmentHeaderBytes + " bytes (expected: none negative)");
            }
        }

        /** Copies it with this delay [ns]. */
        public Travel withDelay(long nanos) {
            return new Travel(nanos, segmentBytes, segmentHeaderBytes);
        }

        /** Bytes on a wire for each byte of a large message. */
        public double wireBytes() {
            return segmentBytes == 0 ? 1 : 1 + (double) segmentHeaderBytes / segmentBytes;
        }

        /** Bytes on a wire for this many bytes. */
        long onWire(long bytes) {
            return segmentBytes == 0 ? bytes : bytes + (bytes + segmentBytes - 1) / segmentBytes * segmentHeaderBytes;
        }
    }

    /**
     * JIT warm-up: the k-th execution in a process takes 1 + m·e^(−k/n) times as long as later ones.
     *
     * @param master warm-up of the master's message thread, k in messages
     * @param worker warm-up of the worker's message thread, k in messages
     * @param slot warm-up of slots, k in units
     */
    public record Warming(
            @Written("masterWarming") Decline master,
            @Written("workerWarming") Decline worker,
            @Written("slotWarming") Decline slot) {
        /** No warm-up. */
        public static final Warming NONE = new Warming(Decline.NONE, Decline.NONE, Decline.NONE);

        /** Converts to simulated units and messages that each stand for several. */
        Warming together(long units, double messages) {
            return new Warming(master.together(messages), worker.together(messages), slot.together(units));
        }
    }

    /**
     * An exponential decline.
     *
     * @param more m: the additional cost of the first execution, as a multiple of later ones
     * @param count n: number of executions after which the additional cost falls to 1/e
     */
    public record Decline(double more, double count) {
        /** No additional cost. */
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

        /** Total additional cost of this many executions, in later executions. */
        double moreOf(double times) {
            return more * count * -Math.expm1(-times / count);
        }

        /** Cost factor after {@code before} executions. */
        public double at(long before) {
            return more == 0 || before > LONG_AGO * count ? 1 : 1 + more * Math.exp(-before / count);
        }
    }

    /** No overheads at all. */
    public static final Overheads NONE =
            new Overheads(Cost.NONE, Cost.NONE, Cost.NONE, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Travel.NONE, Warming.NONE);

    /**
     * Measured overheads, the default without other measurements: a virtual machine of 2 cores and 24 GB, Java 17,
     * loopback, 2026-11-21, with real-time priority beside other builds. On a quiet machine messages cost about half as
     * much.
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

    /** Copies it with this start time of workers [ns]. */
    public Overheads withStart(long nanos) {
        return with(nanos, travel, warming);
    }

    /**
     * Copies it with a master whose messages cost more with more sessions.
     *
     * @param base o0, as a part of the cost of a message now
     * @param peer o1, as a part of the same
     */
    Overheads withPeers(double base, double peer) {
        return new Overheads(
                masterSends.withPeers(base, peer),
                masterReceives.withPeers(base, peer),
                workerSends,
                workerReceives,
                handOutNanos,
                takeNanos,
                unitNanos,
                claimNanos,
                frameBytes,
                unitBytes,
                startNanos,
                travel,
                warming);
    }

    /** Copies it with this warm-up. */
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
     * Converts to a workload whose units each stand for several. A simulated message that stands for several costs as
     * much as these.
     */
    public Overheads together(long units, double messages) {
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
     * Processor time of a worker's loop that sends and receives this many messages [ns].
     *
     * @param inputBytes bytes in all messages, like resultBytes
     */
    public double workerLoopNanos(double messages, double inputBytes, double resultBytes) {
        return workerSends.both(workerReceives, messages, warming.worker())
                + workerReceives.byteNanos * inputBytes
                + workerSends.byteNanos * resultBytes;
    }

    /**
     * Processor time of a master's loop that receives and sends this many messages with the results of this many units
     * [ns].
     *
     * @param inputBytes bytes in all messages, like resultBytes
     */
    public double masterLoopNanos(double messages, double units, double inputBytes, double resultBytes) {
        return masterSends.both(masterReceives, messages, warming.master())
                + masterSends.byteNanos * inputBytes
                + masterReceives.byteNanos * resultBytes
                + takeNanos * units;
    }

    /**
     * Overhead of a slot for units claimed together [ns].
     *
     * @param before number of units that its process has computed before
     */
    public double claimed(int units, long before) {
        return (claimNanos + unitNanos * units) * warming.slot().at(before);
    }

    /** Time of a round trip besides the wires: a message each way, at both ends [ns]. */
    public double tripNanos() {
        return masterSends.messageNanos()
                + masterReceives.messageNanos()
                + workerSends.messageNanos()
                + workerReceives.messageNanos()
                + 2.0 * travel.delayNanos();
    }

    /**
     * The costs of units with the bytes that their messages have on a wire, to compare with bandwidths.
     *
     * @param together units that share a message, at least 1
     */
    public UnitCosts onWire(UnitCosts costs, double together) {
        if (frameBytes == 0 && unitBytes == 0 && travel.segmentBytes() == 0) {
            return costs;
        }
        return costs.withSizes(shared(costs.inputBytes(), together), shared(costs.resultBytes(), together))
                .withSetup(alone(costs.setupBytes()))
                .withResults(costs.results(), alone(costs.valueBytes()), costs.mergeSeconds());
    }

    /** The same with as many units in a message as slots finish while results wait for each other. */
    public UnitCosts onWire(UnitCosts costs) {
        return onWire(
                costs, ResultBatching.expectedUnits(costs.unitSeconds() * 1e9 + unitNanos, costs.flowResultBytes(), 1));
    }

    private double shared(double bytes, double together) {
        return onWire(Math.round(together * (bytes + unitBytes))) / together;
    }

    private double alone(double bytes) {
        return bytes == 0 ? 0 : onWire(Math.round(bytes));
    }

    /** Bytes on a wire for a message with this many bytes. */
    public long onWire(long bytes) {
        return travel.onWire(bytes + frameBytes);
    }
}
