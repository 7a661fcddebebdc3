package dev.sluice.cli.run;

import dev.sluice.master.tune.SubMasterStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the command that started this master on another host to start sub-masters. A line of news is the request, since
 * the command reads these anyway. If no sub-master can be started, the command has a line added to a file beside the
 * run file; a thread reads that file from the first request on. Any thread.
 */
final class AskedSubMasters implements SubMasterStart, AutoCloseable {
    /** The file of refusals, beside the run file: a line for each, with the host and the reason. */
    private static final String REFUSALS = "refused";

    private static final String REQUEST = "the master asks for a sub-master on ";
    private static final long LOOK_MILLIS = 200;

    /** Hosts whose names fit into the command line of the master; the others get no sub-master. */
    private static final int MOST_HOSTS = 1_000;

    /** Bytes of these names; a system takes no word of 128 KiB in a command line. */
    private static final int MOST_BYTES = 64 << 10;

    private final Set<String> hosts;
    private final Consumer<String> say;
    private final @Nullable Path refusals;
    private final Map<String, Consumer<String>> asked = new HashMap<>();
    private @Nullable Thread reader;
    private int linesRead;

    /**
     * @param hosts on which the command can start sub-masters
     * @param say prints a line that the command reads
     * @param runFile of the workers, beside which refusals come; null: none come, and the master has to wait in vain
     */
    AskedSubMasters(List<String> hosts, Consumer<String> say, @Nullable Path runFile) {
        this.hosts = Set.copyOf(hosts);
        this.say = say;
        this.refusals = runFile == null ? null : runFile.resolveSibling(REFUSALS);
    }

    @Override
    public boolean canStart(String host) {
        return hosts.contains(host);
    }

    @Override
    public synchronized void start(String host, Consumer<String> failed) {
        asked.put(host, failed);
        Path from = refusals;
        if (reader == null && from != null) {
            Thread thread = new Thread(() -> read(from), "sub-master-refusals");
            thread.setDaemon(true);
            thread.start();
            reader = thread;
        }
        say.accept(REQUEST + host);
    }

    private void read(Path from) {
        try {
            while (true) {
                for (String line : news(from)) {
                    refused(line);
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt(); // the run is over
        } catch (IOException e) {
            // refusals cannot be read: the master waits for sub-masters until it gives up
        }
    }

    /** The lines that have come since the last call, without one that is not complete. Used by the reader. */
    private List<String> news(Path from) throws IOException {
        if (!Files.exists(from)) {
            return List.of();
        }
        String text = new String(Files.readAllBytes(from), StandardCharsets.UTF_8);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        List<String> news = lines.subList(Math.min(linesRead, lines.size()), lines.size());
        linesRead = lines.size();
        return news;
    }

    private void refused(String line) {
        String[] parts = line.split(" ", 2);
        Consumer<String> failed;
        synchronized (this) {
            failed = asked.remove(parts[0]);
        }
        if (failed != null) {
            failed.accept(parts.length == 1 ? "it could not be started" : parts[1]);
        }
    }

    /** Reads no more refusals. */
    @Override
    public synchronized void close() {
        if (reader != null) {
            reader.interrupt();
        }
    }

    /** The host that a line of the master's news asks for; null if it is another line. */
    static @Nullable String host(String line) {
        return line.startsWith(REQUEST) ? line.substring(REQUEST.length()) : null;
    }

    /** The first of these names, as many as fit into the command line of a master. */
    static List<String> fitting(List<String> names) {
        List<String> fitting = new ArrayList<>();
        int bytes = 0;
        for (String name : names) {
            bytes += name.getBytes(StandardCharsets.UTF_8).length + 1;
            if (fitting.size() == MOST_HOSTS || bytes > MOST_BYTES) {
                break;
            }
            fitting.add(name);
        }
        return fitting;
    }
}
