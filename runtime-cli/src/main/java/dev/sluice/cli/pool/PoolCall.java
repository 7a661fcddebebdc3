package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolAddress;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks a running pool. */
final class PoolCall {
    /** Attempts to submit a run, and the pause between two [ms]: a pool that is started again is found. */
    private static final int TRIES = 10;

    private static final long PAUSE_MILLIS = 500;

    private PoolCall() {}

    /**
     * Asks, and waits for the answer.
     *
     * @throws SluiceException NO_POOL if none runs there, or what the pool answered
     */
    static PoolAnswer ask(PoolAddress pool, PoolRequest.Verb verb, List<String> words) throws InterruptedException {
        return ask(pool, new PoolRequest(verb, words, "", List.of()));
    }

    static PoolAnswer ask(PoolAddress pool, PoolRequest request) throws InterruptedException {
        try {
            return checked(OperatorCall.ask(pool.read(), request, PoolAnswer.class));
        } catch (SluiceException failure) {
            throw named(pool, failure, "");
        }
    }

    /**
     * Submits a run, and asks again if the pool goes away meanwhile: the run has an id, so that it is submitted once.
     *
     * @throws SluiceException NO_POOL if none answers, with what is known of the run; or what the pool answered
     */
    static PoolAnswer submit(PoolAddress pool, PoolRequest request, String id) throws InterruptedException {
        boolean asked = false;
        for (int tries = 1; true; tries++) {
            PoolAnswer answer;
            try (OperatorCall call = OperatorCall.open(pool.read())) {
                asked = true;
                answer = call.ask(request, PoolAnswer.class);
            } catch (SluiceException failure) {
                if (!asked) {
                    throw named(pool, failure, "; nothing was submitted");
                }
                if (tries == TRIES) {
                    throw new SluiceException(
                            ErrorCode.NO_POOL,
                            "pool: the one in " + pool.directory() + " went away before it answered: run " + id
                                    + " may have been submitted (expected: an answer). Repeat the command with --id "
                                    + id + ", which submits it at most once, or look with 'sluice runs'",
                            failure);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                continue;
            }
            return checked(answer);
        }
    }

    private static SluiceException named(PoolAddress pool, SluiceException failure, String known) {
        return failure.code() == ErrorCode.CONNECT_FAILED
                ? new SluiceException(
                        ErrorCode.NO_POOL,
                        "pool: the one in " + pool.directory() + " does not answer (expected: a running one): "
                                + failure.getMessage() + known,
                        failure)
                : failure;
    }

    private static PoolAnswer checked(PoolAnswer answer) {
        if (answer.code() != ErrorCode.NONE) {
            throw new SluiceException(answer.code(), answer.text());
        }
        return answer;
    }
}
