package dev.sluice.net.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.session.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files that a sub-master or a worker passes on while it receives them: a request waits until its bytes are here. Their
 * hash is checked when all are here, and again by each receiver. Confined to the loop.
 */
public final class ArrivingFiles implements AutoCloseable {
    /** Limit of requests that wait. */
    private static final int MOST_WAITING = 65_536;

    private final Map<String, Arriving> byHash = new HashMap<>();
    private int waiting;

    /** A request and the session that it came from. */
    private record Waiting(Session session, Fetch fetch) {}

    /** One file, as far as it is here. */
    private static final class Arriving {
        private final long size;
        private final List<Waiting> waiting = new ArrayList<>();
        private final Map<Fetch, ByteBuffer> mapped = new HashMap<>();
        private @Nullable FileChannel file;
        private long received;

        Arriving(long size) {
            this.size = size;
        }

        boolean has(Fetch fetch) {
            return file != null && Math.min(size, fetch.offset() + fetch.length()) <= received;
        }
    }

    /** Expects these files; called once. */
    public void expect(InputFiles files) {
        for (FileInfo file : files.files()) {
            byHash.computeIfAbsent(file.sha256(), hash -> new Arriving(file.size()));
        }
    }

    /** Records that so many bytes of a file are here; 0 when it begins, also when it begins again. */
    public void grew(String sha256, Path part, long received) throws IOException {
        Arriving arriving = byHash.get(sha256);
        if (arriving == null) {
            return;
        }
        if (received == 0 || arriving.file == null) {
            open(arriving, part);
        }
        arriving.received = received;
        answer(arriving);
    }

    /** Records that all of a file is here, and its content is right. */
    public void complete(String sha256, Path path) throws IOException {
        Arriving arriving = byHash.get(sha256);
        if (arriving != null && (arriving.file == null || arriving.received < arriving.size)) {
            open(arriving, path);
            arriving.received = arriving.size;
            answer(arriving);
        }
    }

    private static void open(Arriving arriving, Path path) throws IOException {
        FileChannel before = arriving.file;
        if (before != null) {
            before.close();
        }
        arriving.mapped.clear();
        arriving.file = FileChannel.open(path, StandardOpenOption.READ);
    }

    /** Answers a request now or later; false if it is of none of these files. */
    public boolean serve(Session session, Fetch fetch) {
        Arriving arriving = byHash.get(fetch.sha256());
        if (arriving == null || fetch.offset() >= arriving.size) {
            return false;
        }
        if (arriving.has(fetch)) {
            send(arriving, session, fetch);
        } else if (waiting < MOST_WAITING) {
            waiting++;
            arriving.waiting.add(new Waiting(session, fetch));
        } else {
            session.refuse(ErrorCode.MALFORMED, "more than " + MOST_WAITING + " fetches wait (expected: fewer)");
        }
        return true;
    }

    /** Tells whether requests of this session wait for bytes. */
    public boolean waits(Session session) {
        return byHash.values().stream()
                .anyMatch(each -> each.waiting.stream().anyMatch(request -> request.session == session));
    }

    /** Tells whether all of this file is here. */
    public boolean isWhole(String sha256) {
        Arriving arriving = byHash.get(sha256);
        return arriving != null && arriving.file != null && arriving.received == arriving.size;
    }

    /** Forgets the requests of a session. */
    public void forget(Session session) {
        for (Arriving each : byHash.values()) {
            int before = each.waiting.size();
            each.waiting.removeIf(request -> request.session == session);
            waiting -= before - each.waiting.size();
        }
    }

    /** Closes the files; what is mapped stays readable until it is sent. */
    @Override
    public void close() throws IOException {
        for (Arriving each : byHash.values()) {
            FileChannel open = each.file;
            each.file = null;
            each.mapped.clear();
            each.waiting.clear();
            if (open != null) {
                open.close();
            }
        }
        waiting = 0;
    }

    private void answer(Arriving arriving) {
        List<Waiting> ripe = arriving.waiting.stream()
                .filter(each -> arriving.has(each.fetch))
                .toList();
        arriving.waiting.removeAll(ripe);
        waiting -= ripe.size();
        ripe.forEach(each -> send(arriving, each.session, each.fetch));
    }

    private static void send(Arriving arriving, Session session, Fetch fetch) {
        try {
            ByteBuffer bytes = arriving.mapped.get(fetch);
            if (bytes == null) {
                bytes = map(arriving, fetch);
                arriving.mapped.put(fetch, bytes);
            }
            session.send(new FilePart(fetch.sha256(), fetch.offset(), Payload.wrap(bytes.duplicate())));
        } catch (IOException e) {
            session.refuse(
                    ErrorCode.INPUT_FILE_CHANGED, "a file that cannot be read any more: " + FileTrouble.named(e));
        }
    }

    private static ByteBuffer map(Arriving arriving, Fetch fetch) throws IOException {
        FileChannel file = arriving.file;
        long length = Math.min(fetch.length(), arriving.size - fetch.offset());
        if (file == null || file.size() < fetch.offset() + length) {
            throw new IOException("it was cut off");
        }
        return file.map(FileChannel.MapMode.READ_ONLY, fetch.offset(), length);
    }
}
