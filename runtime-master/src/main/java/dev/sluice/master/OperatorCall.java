package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.ClientConfig;
import dev.sluice.net.Closing;
import dev.sluice.net.RunFile;
import dev.sluice.net.Session;
import dev.sluice.net.SessionListener;
import dev.sluice.net.Transport;
import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.DrainWorkers;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One question of an operator's command to a master, and its answer. Its callbacks come on the transport's loop. */
final class OperatorCall implements SessionListener {
    private static final long ANSWER_SECONDS = 15;

    private final DrainWorkers question;
    private final CompletableFuture<DrainAnswer> answer = new CompletableFuture<>();

    private OperatorCall(DrainWorkers question) {
        this.question = question;
    }

    /**
     * Asks the master that the file names, at the first of its addresses that answers.
     *
     * @throws CommandException when none does, or the master refuses
     */
    static DrainAnswer ask(RunFile run, DrainWorkers question) throws InterruptedException {
        CommandException last = null;
        try (Transport transport = Transport.open("operator", 1)) {
            for (InetSocketAddress address : run.addresses()) {
                OperatorCall call = new OperatorCall(question);
                transport.dial(
                        new InetSocketAddress(address.getHostString(), address.getPort()), ClientConfig.of(run), call);
                try {
                    return call.answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    last = e.getCause() instanceof CommandException refused ? refused : internal(e);
                    if (last.code() != ErrorCode.CONNECT_FAILED) {
                        throw last;
                    }
                } catch (TimeoutException e) {
                    last = new CommandException(
                            ErrorCode.CONNECT_FAILED,
                            address + ": no answer for " + ANSWER_SECONDS + " s (expected: sooner)",
                            e);
                }
            }
        }
        throw last == null ? new CommandException(ErrorCode.CONNECT_FAILED, run + ": no address") : last;
    }

    private static CommandException internal(ExecutionException e) {
        return new CommandException(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    }

    @Override
    public void opened(Session session) {
        session.send(question);
    }

    @Override
    public void received(Session session, Message message) {
        if (message instanceof DrainAnswer received) {
            answer.complete(received);
            session.send(new Goodbye(ErrorCode.NONE, "thanks"));
            session.close();
        } else if (message instanceof Goodbye goodbye) {
            fail(goodbye.code() == ErrorCode.NONE ? ErrorCode.RUN_OVER : goodbye.code(), goodbye.text());
            session.close();
        } else {
            message.release();
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        fail(why.code() == ErrorCode.NONE ? ErrorCode.RUN_OVER : why.code(), why.text());
    }

    private void fail(ErrorCode code, String text) {
        answer.completeExceptionally(new CommandException(code, text));
    }
}
