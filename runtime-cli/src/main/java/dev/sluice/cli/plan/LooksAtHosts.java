package dev.sluice.cli.plan;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.LookRow;
import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.model.Plural;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at hosts while the command does something else. A host that was seen a short time ago is not looked at again
 * unless that is wanted. Used by one thread.
 */
public final class LooksAtHosts implements AutoCloseable {
    /** The hosts at which a command looks. */
    public enum Which {
        /** Nobody is contacted, and earlier looks do not count. */
        NONE,
        /** Hosts that were not seen a short time ago. */
        UNSEEN,
        /** All hosts. */
        ALL
    }

    private final @Nullable History history;
    private final List<LookRow> seen;
    private final @Nullable FutureTask<Looked> others;
    private final List<HostLook> own = new ArrayList<>();
    private final long beganNanos = System.nanoTime();

    /** Looks that ended then [ns, monotonic]. */
    private record Looked(List<HostLook> looks, long endNanos) {}

    private LooksAtHosts(@Nullable History history, List<LookRow> seen, @Nullable FutureTask<Looked> others) {
        this.history = history;
        this.seen = seen;
        this.others = others;
    }

    /**
     * Begins to look at other hosts, on a thread of its own, and looks at this machine.
     *
     * @param here the name of this machine among the hosts of the plan
     * @param history that has earlier looks and gets new ones; null for neither
     */
    public static LooksAtHosts begin(
            Which which, String ssh, List<HostSpec> hosts, String here, @Nullable History history)
            throws InterruptedException {
        if (which == Which.NONE) {
            return new LooksAtHosts(null, List.of(), null);
        }
        Map<String, LookRow> known =
                which == Which.UNSEEN && history != null ? LookRow.fresh(history.looks(), Instant.now()) : Map.of();
        List<LookRow> seen = Stream.concat(hosts.stream().map(HostSpec::name), Stream.of(here))
                .filter(known::containsKey)
                .map(known::get)
                .toList();
        List<HostSpec> unseen =
                hosts.stream().filter(host -> !known.containsKey(host.name())).toList();
        boolean suffices = unseen.size() < hosts.size();
        LooksAtHosts looking = unseen.isEmpty()
                ? new LooksAtHosts(history, seen, null)
                : new LooksAtHosts(
                        history,
                        seen,
                        started(new FutureTask<>(
                                () -> new Looked(HostLooks.of(ssh, unseen, suffices), System.nanoTime()))));
        if (!known.containsKey(here)) {
            looking.own.add(HostLooks.here(here));
        }
        return looking;
    }

    private static FutureTask<Looked> started(FutureTask<Looked> looking) {
        Thread thread = new Thread(looking, "looks");
        thread.setDaemon(true);
        thread.start();
        return looking;
    }

    /**
     * Waits for the looks, and writes new ones into the history.
     *
     * @throws dev.sluice.model.SluiceException if no host can be used
     */
    public HostLooks await() throws IOException, InterruptedException {
        List<HostLook> all = new ArrayList<>(own);
        double seconds = 0;
        if (others != null) {
            Looked looked = result(others);
            all.addAll(looked.looks());
            seconds = (looked.endNanos() - beganNanos) / 1e9;
        }
        List<String> words = new ArrayList<>();
        if (!all.isEmpty()) {
            long answered = all.stream().filter(look -> look.cores() > 0).count();
            words.add(String.format(
                    Locale.ROOT,
                    "looked at %s in %.1f s: %d answered",
                    Plural.of(all.size(), "machine"),
                    seconds,
                    answered));
            remember(all);
        }
        earlier().ifPresent(words::add);
        seen.forEach(row -> all.add(new HostLook(row.host(), "", row.cores(), row.freeBytes(), row.busyShare())));
        return new HostLooks(all, words);
    }

    private void remember(List<HostLook> looks) {
        if (history != null) {
            Instant now = Instant.now();
            history.add(HistoryEntry.of(looks.stream()
                    .map(look -> new LookRow(
                            look.host(), now, look.usable() ? look.cores() : 0, look.freeBytes(), look.busyShare()))
                    .toList()));
        }
    }

    /** Says how many machines were seen before. */
    private Optional<String> earlier() {
        return seen.stream()
                .map(LookRow::time)
                .min(Instant::compareTo)
                .map(first -> String.format(
                        Locale.ROOT,
                        "%d machines as seen within the last %d min (--goal=look looks again)",
                        seen.size(),
                        1 + Duration.between(first, Instant.now()).toMinutes()));
    }

    private static Looked result(FutureTask<Looked> looking) throws IOException, InterruptedException {
        try {
            return looking.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof IOException unwritable) {
                throw unwritable;
            }
            if (cause instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(failed);
        }
    }

    /** Ends a look that nobody waits for. */
    @Override
    public void close() {
        if (others != null) {
            others.cancel(true);
        }
    }
}
