package dev.sluice.net.peer;

import dev.sluice.api.Residence;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.PeerWait;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's part in files, and in messages between parts, that workers fetch from each other. Asks the master from
 * where to fetch a file, fetches it there, and passes it on to others while it arrives and afterwards. Confined to the
 * loop.
 */
public final class PeerFiles implements FileArrival.Origin, FileArrival.Progress {
    private static final Logger log = LoggerFactory.getLogger(PeerFiles.class);

    /** Sessions of receivers at a time; the master sends fewer, but a lost one may not be noticed yet. */
    private static final int MOST_RECEIVERS = 6;

    /** Sessions of receivers at a time where parts exchange messages, each with one. */
    private static final int MOST_NEIGHBOURS = 16_384;

    /** Pause between signs of life to receivers that wait for this worker [ns]. */
    private static final long WAIT_NANOS = 2_000_000_000L;

    private final Loop loop;
    private final PeerNetwork network;
    private final FileArrival arrival;
    private final ArrivingFiles arriving = new ArrivingFiles();
    private final Set<Session> receivers = new HashSet<>();

    /** News of files that are here, for the next session. */
    private final Map<String, FileNews.State> here = new LinkedHashMap<>();

    /** Files of which another worker has sent bytes. */
    private final Set<FileInfo> mixed = new HashSet<>();

    private InputFiles told = InputFiles.NONE;
    private @Nullable Session session;
    private @Nullable FileInfo wanted;
    private @Nullable PeerFetch fetch;
    private @Nullable PeerListen listening;
    private @Nullable PeerReady ready;
    private @Nullable NeighbourMessages messages;

    public PeerFiles(Loop loop, PeerNetwork network, FileArrival arrival) {
        this.loop = loop;
        this.network = network;
        this.arrival = arrival;
    }

    /** Carries messages between parts, too. Called once. */
    public void carry(Residence residence) {
        NeighbourMessages carried = new NeighbourMessages(loop, network, residence::kept);
        messages = carried;
        residence.way(carried);
        offer();
    }

    /** Asks the master for the terms on which to listen for other parts. */
    private void offer() {
        Session open = session;
        PeerListen terms = listening;
        PeerReady known = ready;
        if (messages != null && terms != null && known != null) {
            messages.listens(terms, known);
        } else if (messages != null && terms == null && open != null) {
            open.send(PeerReady.CANNOT);
        }
    }

    /** Begins with these files, or goes on, over a session to the master. */
    public void begin(Session open, InputFiles files) {
        if (files.ask() && !told.equals(files)) {
            told = files;
            arriving.expect(files);
        }
        session = open;
        here.forEach((sha256, state) -> open.send(new FileNews(sha256, state)));
        offer();
    }

    /** Records that the session to the master is lost. Receivers that wait for this worker turn to others. */
    public void lost() {
        session = null;
        wanted = null;
        stopFetch();
        List.copyOf(receivers).stream().filter(arriving::waits).forEach(Session::close);
    }

    /** Passes nothing on any more. */
    public void close() {
        lost();
        network.close();
        if (messages != null) {
            messages.close();
        }
        listening = null;
        List.copyOf(receivers).forEach(Session::close);
        receivers.clear();
        try {
            arriving.close();
        } catch (IOException e) {
            // they are only read
        }
    }

    /** Follows a message of the master; false for one about something else. */
    public boolean received(Message message) {
        if (message instanceof PeerListen terms) {
            listen(terms);
        } else if (message instanceof FileSource source) {
            found(source);
        } else {
            return false;
        }
        return true;
    }

    private void say(FileInfo file, FileNews.State state) {
        Session open = session;
        if (open != null) {
            open.send(new FileNews(file.sha256(), state));
        }
    }

    // ---- to this worker

    @Override
    public void find(FileInfo file) {
        wanted = file;
        say(file, FileNews.State.WANTED);
    }

    private void found(FileSource source) {
        FileInfo file = wanted;
        Session master = session;
        if (file == null || master == null || fetch != null || !file.sha256().equals(source.sha256())) {
            return; // an answer to an earlier question
        }
        FileSource.Door door = source.from();
        if (door == null) {
            log.info("fetching {} from the master", file.name());
            arrival.fetchFrom(file, master::send);
            return;
        }
        log.info(
                "fetching {} from {}",
                file.name(),
                RunFile.text(door.addresses().get(0)));
        PeerFetch begun = new PeerFetch(loop, arrival, file, new PeerFetch.Listener() {
            @Override
            public void begins() {
                mixed.add(file);
            }

            @Override
            public void fails(String why) {
                fetch = null;
                log.info("fetching {} from another source: {}", file.name(), why);
                say(file, FileNews.State.LOST);
                find(file);
            }
        });
        fetch = begun;
        begun.dial(network, door);
    }

    private void stopFetch() {
        PeerFetch current = fetch;
        fetch = null;
        if (current != null) {
            current.stop();
        }
    }

    @Override
    public boolean wasWrong(FileInfo file) {
        stopFetch();
        boolean byWorkers = mixed.remove(file);
        if (byWorkers) {
            say(file, FileNews.State.WRONG);
        }
        return byWorkers;
    }

    @Override
    public void grew(FileInfo file, Path part, long received) throws IOException {
        if (told.asks(file)) {
            arriving.grew(file.sha256(), part, received);
        }
    }

    @Override
    public void arrived(FileInfo file, Path path) throws IOException {
        if (!told.asks(file)) {
            return;
        }
        if (file.equals(wanted)) {
            wanted = null;
            stopFetch();
        }
        mixed.remove(file);
        // The archive itself is deleted once it is unpacked; if it arrived in this process, it is still open.
        boolean passes = !file.unpack() || arriving.isWhole(file.sha256());
        if (passes) {
            arriving.complete(file.sha256(), path);
        } else {
            List.copyOf(receivers).stream().filter(arriving::waits).forEach(Session::close);
        }
        FileNews.State state = passes ? FileNews.State.HERE : FileNews.State.KEPT;
        FileNews.State said = here.get(file.sha256()) == FileNews.State.HERE ? FileNews.State.HERE : state;
        here.put(file.sha256(), said);
        say(file, said);
    }

    // ---- to others

    private void listen(PeerListen terms) {
        PeerReady known = ready;
        if (terms.equals(listening)) {
            if (known != null) {
                ready(terms, known);
            }
            return;
        }
        listening = terms;
        ready = null;
        network.listen(terms, receiver -> new Receiver(), answer -> ready(terms, answer));
    }

    private void ready(PeerListen terms, PeerReady answer) {
        Session open = session;
        if (terms.equals(listening)) {
            ready = answer;
            if (messages != null) {
                messages.listens(terms, answer);
            }
            if (open != null) {
                open.send(answer);
            }
        }
    }

    /** Tells receivers that wait that this worker is alive. */
    private void beat() {
        if (!receivers.isEmpty()) {
            new ArrayList<>(receivers).stream().filter(arriving::waits).forEach(each -> each.send(new PeerWait()));
            loop.schedule(WAIT_NANOS, this::beat);
        }
    }

    private boolean serves(Session to, Fetch asked) {
        return messages != null && messages.serve(to, asked) || arriving.serve(to, asked);
    }

    /** A session of a worker that fetches from this one. */
    private final class Receiver implements SessionListener {
        @Override
        public void opened(Session open) {
            int most = messages == null ? MOST_RECEIVERS : MOST_NEIGHBOURS;
            if (receivers.size() >= most) {
                open.refuse(ErrorCode.MALFORMED, "more than " + most + " receivers (expected: fewer)");
            } else if (receivers.add(open) && receivers.size() == 1) {
                loop.schedule(WAIT_NANOS, PeerFiles.this::beat);
            }
        }

        @Override
        public void received(Session from, Message message) {
            if (!receivers.contains(from)) {
                message.release();
            } else if (!(message instanceof Fetch asked) || !serves(from, asked)) {
                message.release();
                from.refuse(ErrorCode.MALFORMED, "a fetch of a file or part that this worker does not have");
            }
        }

        @Override
        public void closed(Session gone, Closing why) {
            receivers.remove(gone);
            arriving.forget(gone);
        }
    }
}
