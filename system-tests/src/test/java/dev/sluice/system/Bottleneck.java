package dev.sluice.system;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between workers and a master, and lets what the master sends trickle through, a few kilobytes at a time, once
 * it is more than a handshake; until it is opened.
 */
final class Bottleneck implements Closeable {
    private static final int FREE_BYTES = 65_536;
    private static final long BETWEEN_DROPS_NANOS = 200_000_000L;

    private final ServerSocket entrance;
    private final InetSocketAddress master;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean open;

    Bottleneck(InetSocketAddress master) throws IOException {
        this.master = master;
        this.entrance = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start("entrance", this::acceptAll);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) entrance.getLocalSocketAddress();
    }

    /** Everything passes from now on. */
    void open() {
        open = true;
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException over) {
                        // one side or the test has closed the socket
                    }
                },
                "bottleneck-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() throws IOException {
        for (; ; ) {
            Socket worker = entrance.accept();
            Socket upward = new Socket();
            upward.setReceiveBufferSize(FREE_BYTES);
            upward.connect(master);
            sockets.addAll(List.of(worker, upward));
            start("up", () -> pass(worker, upward, false));
            start("down", () -> pass(upward, worker, true));
        }
    }

    private void pass(Socket from, Socket to, boolean narrow) throws IOException {
        byte[] block = new byte[8_192];
        long passed = 0;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                out.write(block, 0, count);
                passed += count;
                long until = System.nanoTime() + BETWEEN_DROPS_NANOS;
                while (narrow && !open && passed > FREE_BYTES && System.nanoTime() < until) {
                    LockSupport.parkNanos(until - System.nanoTime());
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        open = true;
        entrance.close();
        for (Socket each : sockets) {
            each.close();
        }
    }
}
