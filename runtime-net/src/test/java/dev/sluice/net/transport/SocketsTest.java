package dev.sluice.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@NoLeaks
class SocketsTest {
    @Test
    void shouldRepeatWhatIsLostWithoutLongWaitsWhereTheKernelCan() throws Exception {
        assumeTrue(Epoll.isAvailable(), "epoll's library does not load here");
        Sockets sockets = Sockets.best();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, sockets.handlers());
        try {
            Channel channel = new Bootstrap()
                    .group(group)
                    .channel(sockets.client())
                    .handler(new ChannelInboundHandlerAdapter())
                    .register()
                    .sync()
                    .channel();
            Sockets.prepare(channel); // older kernels have only the first of the two, which is no error
            assertThat(channel.config().getOption(Sockets.THIN_LINEAR_TIMEOUTS)).isEqualTo(1);
            assertThat(channel.config().getOption(EpollChannelOption.TCP_NOTSENT_LOWAT))
                    .isEqualTo(65_536);
            channel.close().sync();
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }
}
