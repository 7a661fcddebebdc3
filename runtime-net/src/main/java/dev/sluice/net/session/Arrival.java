package dev.sluice.net.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/**
 * Measures how long messages take to arrive, from the reads of the socket; first in the pipeline. The first read of a
 * message may find bytes that waited while this thread was busy. They count as if they had arrived as fast as the
 * fastest later stretch of the same size. A read that empties the socket tells exactly how much had arrived by then,
 * even if it was late; the bytes between two such reads show the speed of the link. A late reader therefore sees a
 * slower link, never a faster one. Messages during which the socket is never empty count from their first read to their
 * last. Confined to the channel's thread.
 */
final class Arrival extends ChannelInboundHandlerAdapter {
    /** A smaller part of a message gives no rate: it would measure the delay of the last read. */
    private static final double LEAST_PART = 0.25;

    /** Number of reads that emptied the socket to keep; together they cover as many bytes as came first. */
    private static final int CORNERS = 8;

    private final LongSupplier clock;

    /** Read so far, all and before the last read [bytes], and the time of that. */
    private long bytes;

    private long beforeBytes;
    private long nanos;
    private boolean emptied;

    private boolean begun;
    private long beginNanos;
    private long beginBytes;

    /** Bytes at the first time after the begin when the socket was empty, and that time; 0 before. */
    private long firstBytes;

    private long firstNanos;

    /** Reads that emptied the socket: bytes until then, at least an eighth of the first bytes apart. A ring. */
    private final long[] cornerBytes = new long[CORNERS];

    private final long[] cornerNanos = new long[CORNERS];
    private int corners;
    private double quickestNanos;

    Arrival() {
        this(System::nanoTime);
    }

    /** @param clock monotonic [ns] */
    Arrival(LongSupplier clock) {
        this.clock = clock;
        this.nanos = clock.getAsLong();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        nanos = clock.getAsLong();
        beforeBytes = bytes;
        bytes += read.readableBytes();
        emptied = read.isWritable(); // else there may be more
        if (begun && emptied) {
            corner();
        }
        ctx.fireChannelRead(message);
    }

    /** The socket was empty after the last read. */
    private void corner() {
        if (firstBytes == 0) {
            firstBytes = bytes - beginBytes;
            firstNanos = nanos;
        } else if (bytes - cornerBytes[(corners - 1) % CORNERS] < firstBytes / (double) CORNERS) {
            return;
        }
        for (int i = corners - 1; i >= Math.max(0, corners - CORNERS); i--) {
            long came = bytes - cornerBytes[i % CORNERS];
            if (came >= firstBytes) {
                double took = (double) (nanos - cornerNanos[i % CORNERS]) * firstBytes / came;
                quickestNanos = Math.min(quickestNanos, took);
                break;
            }
        }
        cornerBytes[corners % CORNERS] = bytes;
        cornerNanos[corners % CORNERS] = nanos;
        corners++;
    }

    /** Records that the last read contains the begin of a message, or of a part of a message that has begun. */
    void begin() {
        if (begun) {
            return;
        }
        begun = true;
        beginNanos = nanos;
        beginBytes = beforeBytes;
        firstBytes = 0;
        corners = 0;
        quickestNanos = Double.POSITIVE_INFINITY;
        if (emptied) {
            corner();
        }
    }

    /**
     * Records that the last read contains the end of that message.
     *
     * @param size of the message, at least 1 [bytes]
     * @return how long it took to arrive [ns]; 0 if it came in one read
     */
    long end(long size) {
        if (!begun) {
            return 0;
        }
        begun = false;
        long elapsed = nanos - beginNanos;
        long rest = bytes - beginBytes - firstBytes;
        if (firstBytes == 0 || rest == 0) {
            return elapsed;
        }
        long restNanos = nanos - firstNanos;
        double first = Math.min(size, firstBytes);
        double firstTook = Double.isFinite(quickestNanos)
                ? quickestNanos * first / firstBytes
                : restNanos * first / Math.max(rest, LEAST_PART * size);
        return Math.max(elapsed, Math.round(restNanos + firstTook));
    }
}
