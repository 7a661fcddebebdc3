package dev.sluice.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A link of so many bytes a second between workers of this machine and their master, in both directions. */
final class SlowRelay implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
    private static final int PIECE = 8 << 10;

    private final ServerSocket server;
    private final int masterPort;
    private final long bytesPerSecond;
    private final List<Socket> open = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

    private SlowRelay(int masterPort, long bytesPerSecond) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        this.masterPort = masterPort;
        this.bytesPerSecond = bytesPerSecond;
        begin(this::serve);
    }

    /** In front of the master of this run file, which from now on names the relay. */
    static SlowRelay before(Path runFile, long bytesPerSecond) throws IOException {
        String text = Files.readString(runFile);
        Matcher address = PORT.matcher(text);
        if (!address.find()) {
            throw new IllegalArgumentException(runFile + " (expected: it names 127.0.0.1)");
        }
        SlowRelay relay = new SlowRelay(Integer.parseInt(address.group(1)), bytesPerSecond);
        Files.writeString(runFile, address.replaceAll("127.0.0.1:" + relay.server.getLocalPort()));
        return relay;
    }

    private void begin(Runnable task) {
        Thread thread = new Thread(task, "slow-relay");
        threads.add(thread);
        thread.start();
    }

    private void serve() {
        try {
            while (true) {
                Socket worker = server.accept();
                Socket master = new Socket(InetAddress.getByName("127.0.0.1"), masterPort);
                open.add(worker);
                open.add(master);
                begin(() -> carry(worker, master));
                begin(() -> carry(master, worker));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] piece = new byte[PIECE];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                out.write(piece, 0, count);
                LockSupport.parkNanos(count * 1_000_000_000L / bytesPerSecond);
            }
        } catch (IOException closed) {
            // the other direction or the test is over
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        server.close();
        for (Socket socket : List.copyOf(open)) {
            socket.close();
        }
        for (Thread thread : List.copyOf(threads)) {
            thread.join();
        }
    }
}
