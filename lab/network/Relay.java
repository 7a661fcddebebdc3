import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Delays the frames of a slow link. The kernel sends each frame of the link to this program inside a VXLAN datagram (RFC 7348) and
 * receives it back in the same way. Frames are not changed and keep their order.
 *
 * <p>VXLAN network identifiers (VNIs) 2k and 2k + 1 are the two ends of one link. A frame from one end leaves for the other after the
 * link's latency. Each direction holds at most {@value #FRAMES} frames and drops further ones, like a router with a full buffer.
 *
 * <p>One thread receives. Each direction has a thread that waits and sends. The program runs until it is killed, and exits with 1 if
 * the socket fails.
 */
final class Relay {
    /** Capacity of one direction. view.awk has the same number and rejects links that need more. */
    private static final int FRAMES = 4096;

    private static final int LARGEST_DATAGRAM = 1600;
    private static final int HEADER = 8;
    private static final int VNI = 4;

    private record Frame(byte[] datagram, long dueNanos) {}

    private record Direction(BlockingQueue<Frame> waiting, long latencyNanos) {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3) {
            System.err.println("Usage: java Relay.java PORT OWN_ADDRESS VNI:LATENCY_MICROS… (the even VNI of each link)");
            System.exit(2);
        }
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, 4 << 20);
        int port = Integer.parseInt(arguments[0]);
        channel.bind(new InetSocketAddress(InetAddress.getByName(arguments[1]), port));
        Map<Integer, Direction> directions = new HashMap<>();
        for (int i = 2; i < arguments.length; i++) {
            String[] link = arguments[i].split(":");
            for (int vni = Integer.parseInt(link[0]), end = vni + 2; vni < end; vni++) {
                directions.put(vni, new Direction(new ArrayBlockingQueue<>(FRAMES), Long.parseLong(link[1]) * 1000));
            }
        }
        System.out.println("ready");
        receive(channel, directions);
    }

    private static void receive(DatagramChannel channel, Map<Integer, Direction> directions) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST_DATAGRAM);
        Map<Integer, Boolean> started = new HashMap<>();
        while (true) {
            buffer.clear();
            InetSocketAddress kernel = (InetSocketAddress) channel.receive(buffer);
            long now = System.nanoTime();
            buffer.flip();
            int vni = buffer.remaining() < HEADER ? -1 : buffer.getInt(VNI) >>> 8;
            Direction direction = directions.get(vni);
            if (direction == null) {
                continue;
            }
            buffer.putInt(VNI, (vni ^ 1) << 8);
            byte[] datagram = new byte[buffer.remaining()];
            buffer.get(datagram);
            if (started.putIfAbsent(vni, true) == null) {
                // The kernel sends from many ports but listens on one. This program uses the same one.
                int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
                start(vni, direction, channel, new InetSocketAddress(kernel.getAddress(), port));
            }
            direction.waiting().offer(new Frame(datagram, now + direction.latencyNanos()));
        }
    }

    private static void start(int vni, Direction direction, DatagramChannel channel, InetSocketAddress kernel) {
        new Thread(() -> send(direction, channel, kernel), "vni-" + vni).start();
    }

    private static void send(Direction direction, DatagramChannel channel, InetSocketAddress kernel) {
        try {
            while (true) {
                Frame frame = direction.waiting().take();
                for (long wait; (wait = frame.dueNanos() - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(wait);
                }
                channel.send(ByteBuffer.wrap(frame.datagram()), kernel);
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("relay: " + e);
            System.exit(1);
        }
    }
}
