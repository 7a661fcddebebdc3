package dev.sluice.insight.weather;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import dev.sluice.net.transport.TransportChoice;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A connection of an operator's command to a master, for one question after the other. Used by one thread; its
 * callbacks run on the transport's loop.
 */
public final class OperatorCall implements SessionListener, AutoCloseable {
    private static final long ANSWER_SECONDS = 15;
    private static final long LOOK_MILLIS = 200;

    private final Transport transport;
    private final String address;
    private final CompletableFuture<Session> opened = new CompletableFuture<>();
    private volatile CompletableFuture<Message> answer = new CompletableFuture<>();
    private volatile @Nullable SluiceException failure;
    private volatile @Nullable BlockingQueue<Message> streamed;

    private OperatorCall(Transport transport, SocketAddress address) {
        this.transport = transport;
        this.address = address.toString();
    }

    /**
     * Asks one question of the master that the file names.
     *
     * @throws SluiceException if the master is unreachable or refuses
     */
    public static <A extends Message> A ask(RunFile run, Message question, Class<A> answer)
            throws InterruptedException {
        try (OperatorCall call = open(run)) {
            return call.ask(question, answer);
        }
    }

    /**
     * Connects to the master that the file names, at the first of its addresses that answers.
     *
     * @throws SluiceException if none answers, or the master refuses
     */
    public static OperatorCall open(RunFile run) throws InterruptedException {
        List<SocketAddress> places = TransportChoice.AUTO.of(run).places();
        Transport transport = Transport.open("operator", 1);
        SluiceException last = null;
        for (SocketAddress address : places) {
            OperatorCall call = new OperatorCall(transport, address);
            transport.dial(address, ClientConfig.of(run), call);
            try {
                call.await(call.opened);
                return call;
            } catch (SluiceException e) {
                last = e;
                if (e.code() != ErrorCode.CONNECT_FAILED) {
                    break;
                }
            } catch (InterruptedException e) {
                transport.close();
                throw e;
            }
        }
        transport.close();
        throw last == null ? new SluiceException(ErrorCode.CONNECT_FAILED, run + ": no address") : last;
    }

    /**
     * Asks and waits for an answer of this kind.
     *
     * @throws SluiceException if the connection ends instead, or the master refuses
     */
    public <A extends Message> A ask(Message question, Class<A> expected) throws InterruptedException {
        CompletableFuture<Message> next = new CompletableFuture<>();
        answer = next;
        SluiceException over = failure;
        if (over != null) {
            throw over;
        }
        await(opened).send(question);
        Message received = await(next);
        if (!expected.isInstance(received)) {
            String name = received.getClass().getSimpleName();
            received.release();
            throw new SluiceException(
                    ErrorCode.UNEXPECTED_MESSAGE, name + " (expected: " + expected.getSimpleName() + ")");
        }
        return expected.cast(received);
    }

    /**
     * Asks for messages, and takes them until one is the last or the connection ends.
     *
     * @param isLast takes each message
     * @throws SluiceException if the connection ends before, other than with the run
     */
    public void stream(Message question, Predicate<Message> isLast) throws InterruptedException {
        BlockingQueue<Message> queue = new LinkedBlockingQueue<>();
        streamed = queue;
        await(opened).send(question);
        while (true) {
            Message next = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            SluiceException over = failure;
            if (next != null && isLast.test(next)) {
                return;
            }
            if (next == null && over != null) {
                if (over.code() == ErrorCode.RUN_OVER) {
                    return;
                }
                throw over;
            }
        }
    }

    private <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SluiceException refused
                    ? refused
                    : new SluiceException(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new SluiceException(
                    ErrorCode.CONNECT_FAILED,
                    address + ": no answer for " + ANSWER_SECONDS + " s (expected: sooner)",
                    e);
        }
    }

    @Override
    public void opened(Session session) {
        opened.complete(session);
    }

    @Override
    public void received(Session session, Message message) {
        if (message instanceof Goodbye goodbye) {
            fail(goodbye.code() == ErrorCode.NONE ? ErrorCode.RUN_OVER : goodbye.code(), goodbye.text());
            session.close();
        } else if (streamed != null) {
            streamed.add(message);
        } else if (!answer.complete(message)) {
            message.release();
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        fail(why.code() == ErrorCode.NONE ? ErrorCode.RUN_OVER : why.code(), why.text());
    }

    private void fail(ErrorCode code, String text) {
        SluiceException why = new SluiceException(code, text);
        if (failure == null) {
            failure = why;
        }
        opened.completeExceptionally(why);
        answer.completeExceptionally(why);
    }

    /** Says goodbye and releases resources. */
    @Override
    public void close() {
        if (opened.isDone() && !opened.isCompletedExceptionally()) {
            Session session = opened.join();
            session.send(new Goodbye(ErrorCode.NONE, "thanks"));
            session.close();
        }
        transport.close();
    }
}
