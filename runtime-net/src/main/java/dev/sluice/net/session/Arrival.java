package dev.sluice.net.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/**
 * How long messages take to come in, by the reads from the socket; first in the pipeline. What the first read of a
 * message finds may have waited in the socket for as long as this thread was kept from reading, so it is taken to have
 * come as fast as as much came later, when that was quickest. A read that empties the socket says how much had come by
 * then, however late it was: what came between two such reads is the link's doing. So a late reader sees a slower link,
 * never a faster one; but for messages during which the socket is never empty, which have from their first read to
 * their last. Confined to the channel's thread.
 */
final class Arrival extends ChannelInboundHandlerAdapter {
    /** Of less than this part of a message no rate is taken: it would tell how late the last read was. */
    private static final double LEAST_PART = 0.25;

    /** That many reads that emptied the socket reach back over as many bytes as came first. */
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

    /** What had come when the socket was empty for the first time since the begin, and when; 0 before. */
    private long firstBytes;

    private long firstNanos;

    /** Reads that emptied the socket: what had come by then, at least an eighth of the first bytes apart. A ring. */
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

    /** The bytes read last hold the begin of a message, or of a part of one that has begun. */
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
     * The bytes read last hold the end of that message.
     *
     * @param size of the message, at least 1 [bytes]
     * @return how long it took to come in [ns]; 0 when it came in one read
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
