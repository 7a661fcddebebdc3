package dev.sluice.master.files;

import dev.sluice.model.WorkerId;
import dev.sluice.model.share.FileSources;
import dev.sluice.model.share.SourceChoice;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells workers from where to fetch the files of a run: from the master, or from each other. A worker takes part from
 * its first news of a file on; those of earlier builds fetch from the master unasked. Confined to the loop.
 */
public final class FileExchange {
    /** Time for a worker to say that it listens, or cannot [ns]. One that is silent is lost sooner. */
    private static final long LISTEN_NANOS = 60_000_000_000L;

    private static final int MOST_ADDRESSES = 16;

    private final Loop loop;
    private final Executor background;
    private final Map<String, String> sites;
    private final Map<String, FileInfo> files;
    private final FileSources sources = new FileSources();
    private final Map<WorkerId, Seat> seats = new HashMap<>();

    /** Questions that wait for a worker to listen, in the order in which they were asked. */
    private final Set<Question> waiting = new LinkedHashSet<>();

    private record Question(WorkerId asker, FileInfo file) {}

    /**
     * A worker of the run.
     *
     * @param address of its host, without a port; empty if there is none
     */
    public record Worker(WorkerId id, String host, String address) {}

    /** A worker that takes part. */
    private static final class Seat {
        private final Session session;
        private final String address;
        private boolean asked;
        private @Nullable PeerListen terms;
        private @Nullable PeerReady ready;

        Seat(Session session, String address) {
            this.session = session;
            this.address = address;
        }
    }

    /**
     * @param background makes certificates
     * @param sites names of the links that hosts share, by the names of the hosts; others are grouped by address
     */
    public FileExchange(Loop loop, Executor background, InputFiles described, Map<String, String> sites) {
        this.loop = loop;
        this.background = background;
        this.sites = Map.copyOf(sites);
        this.files = described.files().stream()
                .filter(described::asks)
                .collect(Collectors.toMap(FileInfo::sha256, file -> file, (one, same) -> one));
    }

    /** Follows the news of a worker about a file; false if the run has no such file. */
    public boolean news(Worker worker, Session session, FileNews news) {
        WorkerId id = worker.id();
        FileInfo file = files.get(news.sha256());
        if (file == null) {
            return false;
        }
        join(worker, session);
        switch (news.state()) {
            case WANTED -> answer(new Question(id, file));
            case HERE -> sources.has(id, file.sha256());
            case LOST -> sources.lost(id, file.sha256());
            case WRONG -> sources.wrong(id, file.sha256());
            case KEPT -> sources.keeps(id, file.sha256());
        }
        if (news.state() != FileNews.State.WANTED) {
            answerWaiting();
        }
        return true;
    }

    private void join(Worker worker, Session session) {
        Seat known = seats.get(worker.id());
        if (known != null && known.session == session) {
            return;
        }
        seats.put(worker.id(), new Seat(session, worker.address()));
        String group = group(worker.host(), worker.address());
        if (!group.isEmpty()) {
            String host = worker.host() + " " + worker.address();
            sources.joined(worker.id(), group, host).forEach(this::listen);
        }
    }

    /** The hosts with which this one shares its link to the master; empty if it shares none. */
    private String group(String host, String address) {
        String site = sites.getOrDefault(host, sites.get(address));
        if (site != null && !address.isEmpty()) {
            return "link " + site;
        }
        return address.indexOf(':') < 0
                ? address.substring(0, Math.max(0, address.lastIndexOf('.')))
                : Stream.of(address.split(":")).limit(4).collect(Collectors.joining(":"));
    }

    private void listen(WorkerId id) {
        Seat seat = seats.get(id);
        if (seat == null) {
            return;
        }
        if (seat.asked) {
            noteReady(id, seat);
            return;
        }
        seat.asked = true;
        boolean insecure = seat.session.transport() == TransportKind.TCP;
        background.execute(() -> {
            PeerListen terms = new PeerListen(RunIdentity.create(), Secret.create(), insecure);
            loop.execute(() -> {
                seat.terms = terms;
                seat.session.send(terms);
            });
        });
        loop.schedule(LISTEN_NANOS, () -> {
            if (seats.get(id) == seat) {
                sources.blocked(id);
                answerWaiting();
            }
        });
    }

    /** Records that a worker listens, or cannot. One that was not asked wants to, because its parts send messages. */
    public void ready(Worker worker, Session session, PeerReady ready) {
        join(worker, session);
        Seat seat = seats.get(worker.id());
        if (seat != null && seat.terms != null) {
            seat.ready = ready;
            noteReady(worker.id(), seat);
        } else {
            listen(worker.id());
        }
    }

    private void noteReady(WorkerId id, Seat seat) {
        PeerReady ready = seat.ready;
        if (ready == null) {
            return;
        }
        if (ready.port() > 0) {
            sources.open(id);
        } else {
            sources.blocked(id);
        }
        answerWaiting();
    }

    /** Records that the session of a worker is lost. */
    public void gone(WorkerId id) {
        if (seats.remove(id) != null) {
            sources.gone(id);
            waiting.removeIf(each -> each.asker.equals(id));
            answerWaiting();
        }
    }

    private void answerWaiting() {
        List<Question> again = List.copyOf(waiting);
        waiting.clear();
        again.forEach(this::answer);
    }

    private void answer(Question question) {
        Seat asker = seats.get(question.asker);
        FileInfo file = question.file;
        if (asker == null) {
            return;
        }
        SourceChoice choice = sources.wants(question.asker, file.sha256(), file.size());
        if (choice instanceof SourceChoice.Later) {
            waiting.add(question);
        } else {
            asker.session.send(new FileSource(
                    file.sha256(), choice instanceof SourceChoice.FromWorker from ? door(from.worker()) : null));
        }
    }

    /** The place where a worker listens: the address at which the master knows it, then those that it reported. */
    private FileSource.@Nullable Door door(WorkerId source) {
        Seat seat = seats.get(source);
        PeerListen terms = seat == null ? null : seat.terms;
        PeerReady ready = seat == null ? null : seat.ready;
        if (seat == null || terms == null || ready == null) {
            return null;
        }
        Set<String> hosts = new LinkedHashSet<>(List.of(seat.address));
        if (!terms.insecure()) {
            hosts.addAll(ready.hosts());
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        hosts.stream()
                .limit(MOST_ADDRESSES)
                .forEach(host -> addresses.add(InetSocketAddress.createUnresolved(host, ready.port())));
        return new FileSource.Door(addresses, terms.identity().fingerprint(), terms.secret(), terms.insecure());
    }
}
