package dev.sluice.benchmarks.campaign;

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
import java.util.concurrent.TimeUnit;

/** Passes on what workers and their master send, until it is told to stall, to half-close or to cut. */
final class CuttableRelay implements Closeable {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int BACKLOG = 100;

    /** One connection of a worker, and the one to the master that belongs to it. */
    private record Pair(Socket worker, Socket master) {
        void close() {
            for (Socket socket : List.of(worker, master)) {
                try {
                    socket.close();
                } catch (IOException alreadyGone) {
                    // nothing else is to be done
                }
            }
        }
    }

    private final ServerSocket entrance = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final InetSocketAddress master;
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    /** Nothing is passed on before this time. */
    private volatile long stalledUntilNanos = System.nanoTime();

    /** New connections are closed before this time. */
    private volatile long refusedUntilNanos = System.nanoTime();

    CuttableRelay(InetSocketAddress master) throws IOException {
        this.master = master;
        start(this::acceptAll);
    }

    int port() {
        return entrance.getLocalPort();
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException | InterruptedException over) {
                        // a socket is closed: the connection or the relay has ended
                    }
                },
                "campaign-relay");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void acceptAll() throws IOException {
        for (; ; ) {
            Socket worker = entrance.accept();
            if (System.nanoTime() - refusedUntilNanos < 0) {
                worker.close();
                continue;
            }
            Socket upward = new Socket();
            try {
                upward.connect(master);
            } catch (IOException noMaster) {
                worker.close();
                upward.close();
                continue;
            }
            Pair pair = new Pair(worker, upward);
            pairs.add(pair);
            start(() -> pass(worker, upward, pair));
            start(() -> pass(upward, worker, pair));
        }
    }

    private void pass(Socket from, Socket to, Pair pair) throws IOException, InterruptedException {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                for (long left = stallNanos(); left > 0; left = stallNanos()) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
                out.write(piece, 0, count);
            }
        } finally {
            pair.close();
            pairs.remove(pair);
        }
    }

    private long stallNanos() {
        return stalledUntilNanos - System.nanoTime();
    }

    /** Closes all connections, and new ones for a time. */
    void cut(long millis) {
        refusedUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        pairs.forEach(Pair::close);
    }

    /** Ends the stream to the workers. */
    void halfClose() {
        for (Pair pair : pairs) {
            try {
                pair.worker().shutdownOutput();
            } catch (IOException alreadyClosed) {
                // nothing else is to be done
            }
        }
    }

    /** Passes on nothing for a time. */
    void stall(long millis) {
        stalledUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public void close() throws IOException {
        stalledUntilNanos = System.nanoTime();
        entrance.close();
        pairs.forEach(Pair::close);
        for (Thread thread : threads) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
