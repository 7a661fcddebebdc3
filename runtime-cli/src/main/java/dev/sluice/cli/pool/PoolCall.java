package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolAddress;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import java.util.List;

/** Asks a running pool. */
final class PoolCall {
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
        PoolAnswer answer;
        try {
            answer = OperatorCall.ask(pool.read(), request, PoolAnswer.class);
        } catch (SluiceException failure) {
            if (failure.code() == ErrorCode.CONNECT_FAILED) {
                throw new SluiceException(
                        ErrorCode.NO_POOL,
                        "pool: the one in " + pool.directory() + " does not answer (expected: a running one): "
                                + failure.getMessage(),
                        failure);
            }
            throw failure;
        }
        if (answer.code() != ErrorCode.NONE) {
            throw new SluiceException(answer.code(), answer.text());
        }
        return answer;
    }
}
