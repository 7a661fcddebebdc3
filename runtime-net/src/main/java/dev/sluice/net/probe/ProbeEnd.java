package dev.sluice.net.probe;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.ProbeData;
import dev.sluice.net.message.ProbeEcho;
import dev.sluice.net.message.ProbeOpen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One end of one transfer. The end that connected names the transfer and tries echoes; then one end sends for the given
 * time, and the other counts. Confined to the loop.
 */
final class ProbeEnd implements SessionListener {
    private static final int ECHOES = 8;

    /** Bytes sent in one turn, so that a fast link does not block the loop's other tasks. */
    private static final long TURN_BYTES = 1 << 20;

    private static final ByteBuffer BYTES = ByteBuffer.allocateDirect(1 << 18);

    private final long transfer;
    private final ProbeTerms terms;
    private final boolean dials;
    private final Loop loop;
    private final Consumer<Message> report;
    private final Window window;
    private @Nullable Session session;
    private long echo;
    private long echoNanos;
    private long roundTripNanos = Long.MAX_VALUE;
    private long deadlineNanos;
    private long sent;
    private long unstamped;
    private boolean sending;
    private boolean over;

    ProbeEnd(long transfer, ProbeTerms terms, boolean dials, Loop loop, Consumer<Message> report) {
        this.transfer = transfer;
        this.terms = terms;
        this.dials = dials;
        this.loop = loop;
        this.report = report;
        this.window = new Window(terms.warmNanos(), terms.windowNanos());
    }

    @Override
    public void opened(Session open) {
        session = open;
        if (over) {
            open.close();
        } else if (dials) {
            open.send(new ProbeOpen(transfer));
            askEcho(open);
        }
    }

    private void askEcho(Session open) {
        echoNanos = loop.nanoTime();
        open.send(new ProbeEcho(++echo, false));
    }

    @Override
    public void received(Session from, Message message) {
        if (message instanceof ProbeData data) {
            unstamped += data.bytes().size();
            data.release();
            if (data.last()) {
                stamp();
                finish(ErrorCode.NONE, "");
                from.close();
            }
        } else if (message instanceof ProbeEcho asked && !asked.answer()) {
            from.send(new ProbeEcho(asked.number(), true));
        } else if (message instanceof ProbeEcho) {
            answered(from);
        } else {
            message.release();
        }
    }

    private void answered(Session from) {
        roundTripNanos = Math.min(roundTripNanos, loop.nanoTime() - echoNanos);
        if (echo < ECHOES) {
            askEcho(from);
        } else {
            report.accept(new ProbeReady(transfer, List.of(), 0, Math.max(0, roundTripNanos)));
        }
    }

    @Override
    public void receivedAll(Session from) {
        stamp();
    }

    private void stamp() {
        if (unstamped > 0) {
            window.arrived(unstamped, loop.nanoTime());
            unstamped = 0;
        }
    }

    /** Begins to send, for as long as the terms say. */
    void go() {
        if (!terms.sends() || sending || over) {
            return;
        }
        sending = true;
        deadlineNanos = loop.nanoTime() + terms.sendNanos();
        loop.schedule(terms.sendNanos(), this::send);
        send();
    }

    @Override
    public void writable(Session free) {
        send();
    }

    private void send() {
        Session open = session;
        if (!sending || over || open == null) {
            return;
        }
        boolean late = loop.nanoTime() - deadlineNanos >= 0;
        long turn = sent + TURN_BYTES;
        while (!late && sent < turn && sent + terms.pieceBytes() <= terms.bytes() && open.writable()) {
            open.send(new ProbeData(false, Payload.wrap(BYTES.duplicate().limit(terms.pieceBytes()))));
            sent += terms.pieceBytes();
            late = loop.nanoTime() - deadlineNanos >= 0;
        }
        if (late || sent + terms.pieceBytes() > terms.bytes()) {
            sending = false;
            open.send(new ProbeData(true, Payload.empty()));
            finish(ErrorCode.NONE, "");
        } else if (sent >= turn) {
            loop.execute(this::send);
        }
    }

    @Override
    public void closed(Session gone, Closing why) {
        finish(why.code() == ErrorCode.NONE ? ErrorCode.CONNECTION_LOST : why.code(), why.text());
    }

    /** Stops, because the requester no longer waits. */
    void abandon() {
        over = true;
        Session open = session;
        if (open != null) {
            open.close();
        }
    }

    private void finish(ErrorCode code, String text) {
        if (!over) {
            over = true;
            long bytes = terms.sends() ? sent : window.all();
            report.accept(new ProbeResult(transfer, bytes, window.bytes(), window.nanos(), code, text));
        }
    }
}
