package dev.sluice.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NettyLoopTest {
    @Test
    void shouldDropWhatIsPostedAfterItsEnd() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, Sockets.best().handlers());
        NettyLoop loop = new NettyLoop(group.next());
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        loop.post(() -> ran.complete(loop.inLoop()));
        assertThat(ran.get(60, TimeUnit.SECONDS)).isTrue();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        loop.post(() -> {
            throw new AssertionError("the loop has ended");
        });
        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
