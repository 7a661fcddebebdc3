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

/**
 * Stands between workers of this machine and their master, and passes on what each says, as slowly as it is told to.
 */
final class Relay implements Closeable {
    private static final int PIECE_BYTES = 8 << 10;

    /** Waits after each piece of one connection in one direction, on a thread of its own. */
    interface Pace {
        /** @param bytes of this piece, the last of {@code passedBytes} */
        void after(int bytes, long passedBytes);
    }

    private final ServerSocket entrance = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final InetSocketAddress master;
    private final Pace up;
    private final Pace down;
    private final int receiveBytes;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    /** @param receiveBytes buffer of what the master sends, or 0 for the system's */
    Relay(InetSocketAddress master, Pace up, Pace down, int receiveBytes) throws IOException {
        this.master = master;
        this.up = up;
        this.down = down;
        this.receiveBytes = receiveBytes;
        start(this::acceptAll);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) entrance.getLocalSocketAddress();
    }

    private interface Task {
        void run() throws IOException;
    }

    private void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException over) {
                        // one side or the test has closed the socket
                    }
                },
                "relay");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void acceptAll() throws IOException {
        for (; ; ) {
            Socket worker = entrance.accept();
            Socket upward = new Socket();
            if (receiveBytes > 0) {
                upward.setReceiveBufferSize(receiveBytes);
            }
            upward.connect(master);
            sockets.addAll(List.of(worker, upward));
            start(() -> pass(worker, upward, up));
            start(() -> pass(upward, worker, down));
        }
    }

    private static void pass(Socket from, Socket to, Pace pace) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        long passed = 0;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                out.write(piece, 0, count);
                passed += count;
                pace.after(count, passed);
            }
        }
    }

    /** Returns when no thread is left; whoever paces must let them go before. */
    @Override
    public void close() throws IOException {
        entrance.close();
        for (Socket each : sockets) {
            each.close();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
