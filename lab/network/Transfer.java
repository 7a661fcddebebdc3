import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;

/**
 * Measures a network with plain TCP, independent of Sluice: one transfer, a round trip, and many senders to one receiver.
 *
 * <p>Rates are in Mbit/s of payload, 10⁶ bits each. If a connection fails, the program ends with an exception and exit code 1.
 */
final class Transfer {
    private static final int CHUNK = 64 << 10;

    public static void main(String[] arguments) throws Exception {
        List<String> rest = Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "receive" -> receive(port(rest, 0));
            case "send" -> send(rest.get(0), port(rest, 1), Long.parseLong(rest.get(2)));
            case "echo" -> echo(port(rest, 0));
            case "ping" -> ping(rest.get(0), port(rest, 1), Integer.parseInt(rest.get(2)));
            case "collect" -> new Collector(rest).run();
            case "offer" -> offer(rest.get(0), port(rest, 1));
            default -> {
                System.err.println("""
                        Usage: java Transfer.java receive PORT                 one connection: BYTES CRC32 MBIT/S
                               java Transfer.java send HOST PORT BYTES         its other side: BYTES CRC32
                               java Transfer.java echo PORT                    sends back what one connection sends
                               java Transfer.java ping HOST PORT COUNT         its other side: median round trip in microseconds
                               java Transfer.java collect PORT SENDERS BYTES fresh|kept ROUNDS G…
                                                                               goodput of all, G at once, in each round
                               java Transfer.java offer HOST PORT              one of its senders""");
                System.exit(2);
            }
        }
    }

    private static int port(List<String> arguments, int index) {
        return Integer.parseInt(arguments.get(index));
    }

    private static void receive(int port) throws IOException {
        try (ServerSocket server = new ServerSocket(port);
                Socket socket = server.accept();
                InputStream in = socket.getInputStream()) {
            CRC32 sum = new CRC32();
            byte[] chunk = new byte[CHUNK];
            long bytes = 0;
            long first = 0;
            for (int n; (n = in.read(chunk)) > 0; bytes += n) {
                sum.update(chunk, 0, n);
                first = bytes == 0 ? System.nanoTime() : first;
            }
            System.out.printf("%d %x %.1f%n", bytes, sum.getValue(), bytes * 8e3 / (System.nanoTime() - first));
        }
    }

    private static void send(String host, int port, long bytes) throws IOException {
        Random random = new Random(bytes);
        CRC32 sum = new CRC32();
        byte[] chunk = new byte[CHUNK];
        try (Socket socket = connect(host, port);
                OutputStream out = socket.getOutputStream()) {
            for (long left = bytes; left > 0; ) {
                random.nextBytes(chunk);
                int n = (int) Math.min(left, chunk.length);
                sum.update(chunk, 0, n);
                out.write(chunk, 0, n);
                left -= n;
            }
        }
        System.out.printf("%d %x%n", bytes, sum.getValue());
    }

    private static void echo(int port) throws IOException {
        try (ServerSocket server = new ServerSocket(port);
                Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            socket.getInputStream().transferTo(socket.getOutputStream());
        }
    }

    private static void ping(String host, int port, int count) throws IOException {
        long[] micros = new long[count];
        try (Socket socket = connect(host, port)) {
            socket.setTcpNoDelay(true);
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                socket.getOutputStream().write(i);
                if (socket.getInputStream().read() < 0) {
                    throw new EOFException("the other side of the echo has gone");
                }
                micros[i] = (System.nanoTime() - start) / 1000;
            }
        }
        Arrays.sort(micros);
        System.out.println(micros[count / 2]);
    }

    /** Connects, and retries for up to 20 s because the other side may still be starting. */
    private static Socket connect(String host, int port) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Socket(host, port);
            } catch (ConnectException e) {
                if (attempt == 200) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends the requested number of bytes, again and again, until the request is 0. Reconnects when the connection ends. */
    private static void offer(String host, int port) throws IOException {
        byte[] chunk = new byte[CHUNK];
        while (true) {
            try (Socket socket = connect(host, port)) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                while (true) {
                    long wanted = in.readLong();
                    if (wanted == 0) {
                        return;
                    }
                    for (long left = wanted; left > 0; left -= chunk.length) {
                        socket.getOutputStream().write(chunk, 0, (int) Math.min(left, chunk.length));
                    }
                }
            } catch (EOFException e) {
                // The round is over, or each transfer has its own connection. Connect for the next one.
            }
        }
    }

    /** Requests the same number of bytes from all senders, G at once, and measures the total time. */
    private static final class Collector {
        private final int port;
        private final int senders;
        private final long bytes;
        private final boolean kept;
        private final int rounds;
        private final List<String> limits;
        private final Deque<Socket> connections = new ArrayDeque<>();

        Collector(List<String> arguments) {
            port = port(arguments, 0);
            senders = Integer.parseInt(arguments.get(1));
            bytes = Long.parseLong(arguments.get(2));
            kept = arguments.get(3).equals("kept");
            rounds = Integer.parseInt(arguments.get(4));
            limits = arguments.subList(5, arguments.size());
        }

        void run() throws Exception {
            try (ServerSocket server = new ServerSocket(port, senders)) {
                for (int round = 1; round <= rounds; round++) {
                    for (String limit : limits) {
                        while (connections.size() < senders) {
                            connections.add(server.accept());
                        }
                        System.out.printf("%s at once: %.1f%n", limit, goodput(Integer.parseInt(limit)));
                    }
                }
                while (connections.size() < senders) {
                    connections.add(server.accept());
                }
                for (Socket socket : connections) {
                    new DataOutputStream(socket.getOutputStream()).writeLong(0);
                    socket.close();
                }
            }
        }

        private double goodput(int limit) throws Exception {
            ExecutorService granted = Executors.newFixedThreadPool(limit);
            List<Callable<Socket>> transfers = new ArrayList<>();
            for (Socket socket : connections) {
                transfers.add(() -> transfer(socket));
            }
            connections.clear();
            long start = System.nanoTime();
            List<Future<Socket>> done = granted.invokeAll(transfers);
            long nanos = System.nanoTime() - start;
            granted.shutdown();
            for (Future<Socket> transfer : done) {
                Socket socket = transfer.get();
                if (kept) {
                    connections.add(socket);
                } else {
                    socket.close();
                }
            }
            return senders * bytes * 8e3 / nanos;
        }

        private Socket transfer(Socket socket) throws IOException {
            new DataOutputStream(socket.getOutputStream()).writeLong(bytes);
            byte[] chunk = new byte[CHUNK];
            long left = bytes;
            while (left > 0) {
                int n = socket.getInputStream().read(chunk, 0, (int) Math.min(left, chunk.length));
                if (n < 0) {
                    throw new EOFException("a sender went away with " + left + " bytes to come");
                }
                left -= n;
            }
            return socket;
        }
    }
}
