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

    /** The end has three parts: an answer that is outstanding, the answer with the last state, and its reading. */
    private static final long END_PARTS = 3;

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
    /** Completed when all pages have the last state; null while the run goes on. */
    private @Nullable CompletableFuture<Void> ending;
    /** True once the last state was asked for. */
    private boolean isLast;
    /** True once the streams have got their last chunk. */
    private boolean isOver;

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
        return ending == null && streams.size() < limits.pages();
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
        completeIfClosed();
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
            ask(change, whole, limits.answerMillis());
        }
    }

    /** @param millis that the source has for its answer [ms] */
    private void ask(boolean change, boolean whole, long millis) {
        asking = true;
        askedNanos = System.nanoTime();
        askedCpuNanos = ThreadTime.ofThisThread();
        CompletableFuture<PageUpdate> asked;
        try {
            asked = source.update(change ? last : PageSource.NOTHING, whole, loop);
        } catch (RuntimeException | Error failed) {
            asked = CompletableFuture.failedFuture(failed);
        }
        asked.orTimeout(millis, MILLISECONDS).whenCompleteAsync((update, failure) -> answered(update), loop);
    }

    private void answered(@Nullable PageUpdate update) {
        asking = false;
        if (update != null && !isOver) {
            send(update);
        }
        if (ending != null) {
            endAfterAnswer();
        }
    }

    private void send(PageUpdate update) {
        last = update.sequence();
        ByteBuf change = event(CHANGE, update.change());
        ByteBuf whole = event(WHOLE, update.whole());
        for (Stream stream : List.copyOf(streams)) {
            if (!isLast && !stream.channel.isWritable()) {
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
     * Sends the last state and ends all streams. Pages that have not read it in time are closed.
     *
     * @param ended completed when all streams are closed
     */
    void end(CompletableFuture<Void> ended) {
        Future<?> timer = ticks;
        if (timer != null) {
            timer.cancel(false);
        }
        ending = ended;
        if (!streams.isEmpty()) {
            loop.schedule(this::endAll, 2 * limits.endMillis() / END_PARTS, MILLISECONDS);
            loop.schedule(this::closeAll, limits.endMillis(), MILLISECONDS);
        }
        if (!asking) {
            endAfterAnswer();
        }
    }

    /** Asks for the last state; an earlier answer may be older than the end. Ends the streams when that was sent. */
    private void endAfterAnswer() {
        if (isLast || streams.isEmpty()) {
            endAll();
        } else {
            isLast = true;
            ask(true, streams.stream().anyMatch(stream -> stream.behind), limits.endMillis() / END_PARTS);
        }
    }

    private void endAll() {
        if (!isOver) {
            isOver = true;
            for (Stream stream : List.copyOf(streams)) {
                stream.channel
                        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                        .addListener(ChannelFutureListener.CLOSE);
            }
        }
        completeIfClosed();
    }

    private void closeAll() {
        List.copyOf(streams).forEach(stream -> stream.channel.close());
    }

    private void completeIfClosed() {
        CompletableFuture<Void> waiting = ending;
        if (waiting != null && streams.isEmpty()) {
            waiting.complete(null);
        }
    }
}
