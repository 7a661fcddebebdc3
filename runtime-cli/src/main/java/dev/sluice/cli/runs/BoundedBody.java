package dev.sluice.cli.runs;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of one answer as text, refused when it becomes too long. Its methods are called one after another. */
final class BoundedBody implements BodySubscriber<String> {
    private final BodySubscriber<String> whole = BodySubscribers.ofString(StandardCharsets.UTF_8);
    private final long most;
    private Flow.@Nullable Subscription parts;
    private long bytes;

    /** @param most bytes */
    BoundedBody(long most) {
        this.most = most;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        parts = subscription;
        whole.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        bytes += part.stream().mapToLong(ByteBuffer::remaining).sum();
        if (bytes <= most) {
            whole.onNext(part);
            return;
        }
        Flow.Subscription source = parts;
        if (source != null) {
            source.cancel();
        }
        whole.onError(new IOException("the answer has more than " + most + " bytes"));
    }

    @Override
    public void onError(Throwable failure) {
        whole.onError(failure);
    }

    @Override
    public void onComplete() {
        if (bytes <= most) {
            whole.onComplete();
        }
    }

    @Override
    public CompletionStage<String> getBody() {
        return whole.getBody();
    }
}
