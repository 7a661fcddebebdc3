package dev.sluice.system;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A relay of so many bytes a second for each connection, in both directions. */
final class SlowRelay implements Closeable {
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private final Relay relay;

    private SlowRelay(Relay relay) {
        this.relay = relay;
    }

    /** In front of the master of this run file, which from now on names the relay. */
    static SlowRelay before(Path runFile, long bytesPerSecond) throws IOException {
        String text = Files.readString(runFile);
        Matcher address = PORT.matcher(text);
        if (!address.find()) {
            throw new IllegalArgumentException(runFile + " (expected: it names 127.0.0.1)");
        }
        Relay.Pace pace = (bytes, passed) -> LockSupport.parkNanos(bytes * 1_000_000_000L / bytesPerSecond);
        InetSocketAddress master =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1)));
        Relay relay = new Relay(master, pace, pace, 0);
        Files.writeString(
                runFile, address.replaceAll("127.0.0.1:" + relay.address().getPort()));
        return new SlowRelay(relay);
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
