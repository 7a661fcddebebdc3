package dev.sluice.net.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.net.runfile.ThreadTime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The open pages that receive events. All pages share one rendering. A page that does not read is skipped; it gets the
 * whole state when it can read again. Pages that cost too much processor time get fewer events. Confined to the page's
 * thread.
 */
final class EventStreams {
    private static final byte[] WHOLE = "event: whole\ndata: ".getBytes(US_ASCII);
    private static final byte[] CHANGE = "event: change\ndata: ".getBytes(US_ASCII);
    private static final byte[] END = "\n\n".getBytes(US_ASCII);
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(US_ASCII);
    private static final long LAST_MILLIS = 300;

    /** Events become rarer when they cost more than this part of a processor: one in a hundred. */
    private static final long PART = 100;

    /** Periods between two events at most, however much they cost and however slowly a page reads. */
    private static final long MOST_PERIODS = 4;

    private final PageSource source;
    private final PageLimits limits;
    private final EventLoop loop;
    private final List<Stream> streams = new ArrayList<>();
    private @Nullable Future<?> ticks;
    private boolean asking;
    private long askedNanos;
    private long askedCpuNanos;
    /** The state that all pages have which are not behind. */
    private long last = PageSource.NOTHING;

    /** One open page. */
    private static final class Stream {
        private final Channel channel;
        /** True if it needs the whole state: it is new, or has missed a change. */
        private boolean behind = true;

        private long readNanos;
        private long writtenNanos;

        Stream(Channel channel, long nowNanos) {
            this.channel = channel;
            this.readNanos = nowNanos;
            this.writtenNanos = nowNanos;
        }

        boolean wantsWhole() {
            return behind && channel.isWritable();
        }
    }

    EventStreams(PageSource source, PageLimits limits, EventLoop loop) {
        this.source = source;
        this.limits = limits;
        this.loop = loop;
    }

    boolean hasRoom() {
        return streams.size() < limits.pages();
    }

    /** Sends events to a page from now on. */
    void add(Channel channel) {
        Stream stream = new Stream(channel, System.nanoTime());
        streams.add(stream);
        channel.closeFuture().addListener(closed -> remove(stream));
        if (ticks == null) {
            long period = limits.periodMillis();
            ticks = loop.scheduleAtFixedRate(this::tick, period, period, MILLISECONDS);
        }
        ask();
    }

    private void remove(Stream stream) {
        streams.remove(stream);
        Future<?> timer = ticks;
        if (streams.isEmpty() && timer != null) {
            timer.cancel(false);
            ticks = null;
            last = PageSource.NOTHING;
        }
    }

    private void tick() {
        long now = System.nanoTime();
        for (Stream stream : List.copyOf(streams)) {
            if (stream.channel.isWritable()) {
                stream.readNanos = now;
                if (now - stream.writtenNanos > MILLISECONDS.toNanos(limits.heartbeatMillis())) {
                    write(stream, Unpooled.wrappedBuffer(HEARTBEAT));
                }
            } else if (now - stream.readNanos > MILLISECONDS.toNanos(limits.stallMillis())) {
                stream.channel.close();
            }
        }
        if (now - askedNanos >= pauseNanos()) {
            ask();
        }
    }

    /**
     * Time from the last question to the next [ns]: longer if events cost much, or a page has not read the last one.
     */
    private long pauseNanos() {
        long most = MILLISECONDS.toNanos(MOST_PERIODS * limits.periodMillis());
        boolean reading = streams.stream().anyMatch(stream -> !stream.behind && !stream.channel.isWritable());
        return reading ? most : Math.min(PART * (ThreadTime.ofThisThread() - askedCpuNanos), most);
    }

    /** Asks for the next state, unless an answer is outstanding or nobody could read it. */
    private void ask() {
        boolean whole = streams.stream().anyMatch(Stream::wantsWhole);
        boolean change = streams.stream().anyMatch(stream -> !stream.behind);
        if (!asking && (whole || change)) {
            ask(change, whole, limits.answerMillis(), () -> {});
        }
    }

    /** @param millis that the source has for its answer [ms] */
    private void ask(boolean change, boolean whole, long millis, Runnable then) {
        asking = true;
        askedNanos = System.nanoTime();
        askedCpuNanos = ThreadTime.ofThisThread();
        CompletableFuture<PageUpdate> asked;
        try {
            asked = source.update(change ? last : PageSource.NOTHING, whole, loop);
        } catch (RuntimeException failed) {
            asked = CompletableFuture.failedFuture(failed);
        }
        asked.orTimeout(millis, MILLISECONDS)
                .whenCompleteAsync(
                        (update, failure) -> {
                            asking = false;
                            if (update != null) {
                                send(update);
                            }
                            then.run();
                        },
                        loop);
    }

    private void send(PageUpdate update) {
        last = update.sequence();
        ByteBuf change = event(CHANGE, update.change());
        ByteBuf whole = event(WHOLE, update.whole());
        for (Stream stream : List.copyOf(streams)) {
            if (!stream.channel.isWritable()) {
                stream.behind = true;
            } else if (!stream.behind && change != null) {
                write(stream, change.retainedDuplicate());
            } else if (whole != null) {
                stream.behind = false;
                write(stream, whole.retainedDuplicate());
            } else {
                stream.behind = true; // it came after the question, or the source gave no change
            }
        }
        release(change);
        release(whole);
    }

    private static @Nullable ByteBuf event(byte[] start, byte @Nullable [] json) {
        if (json == null) {
            return null;
        }
        // A direct buffer is copied once for all pages; the socket of each would copy another one.
        ByteBuf event = ByteBufAllocator.DEFAULT.directBuffer(start.length + json.length + END.length);
        return event.writeBytes(start).writeBytes(json).writeBytes(END);
    }

    private static void release(@Nullable ByteBuf event) {
        if (event != null) {
            event.release();
        }
    }

    private static void write(Stream stream, ByteBuf event) {
        stream.writtenNanos = System.nanoTime();
        stream.channel.writeAndFlush(new DefaultHttpContent(event), stream.channel.voidPromise());
    }

    /**
     * Sends the last state, unless that takes too long, and ends all streams.
     *
     * @param ended completed afterwards
     */
    void end(CompletableFuture<Void> ended) {
        Future<?> timer = ticks;
        if (timer != null) {
            timer.cancel(false);
        }
        if (streams.isEmpty() || asking) {
            endAll(ended);
        } else {
            boolean whole = streams.stream().anyMatch(Stream::wantsWhole);
            ask(true, whole, LAST_MILLIS, () -> endAll(ended));
        }
    }

    private void endAll(CompletableFuture<Void> ended) {
        for (Stream stream : List.copyOf(streams)) {
            if (stream.channel.isWritable()) {
                stream.channel
                        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                        .addListener(ChannelFutureListener.CLOSE);
            } else {
                stream.channel.close();
            }
        }
        ended.complete(null);
    }
}
