package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.campaign.EpisodePlace.Started;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Workers that join a master by a relay, and a sub-master if the episode has one. The dead are replaced. */
final class JoinedWorkers {
    private static final int MOST_STARTS = 20;

    /** 0: the run ended; 3: the master was lost; 137: killed. */
    private static final Set<Integer> EXIT_CODES = Set.of(0, 3, 137);

    private final Episode episode;
    private final EpisodePlace place;
    private final List<Started> workers = new ArrayList<>();
    /** Workers that joined the sub-master. It dismisses them also when it has lost its master. */
    private final Set<Started> below = new HashSet<>();

    private final List<String> findings = new ArrayList<>();
    private @Nullable CuttableRelay relay;
    private @Nullable Started subMaster;
    private int starts;

    /** True when a worker or the sub-master has heard from the master that the run has ended. */
    private boolean ended;

    JoinedWorkers(Episode episode, EpisodePlace place) {
        this.episode = episode;
        this.place = place;
    }

    private Path file(String name) {
        return place.directory().resolve("private").resolve(name + ".run");
    }

    void tick(boolean over) throws IOException {
        if (relay == null) {
            meet();
            return;
        }
        Started between = subMaster;
        if (between != null && !between.process().isAlive()) {
            note(between);
            subMaster = null;
        }
        for (Started each : List.copyOf(workers)) {
            if (!each.process().isAlive()) {
                note(each);
                workers.remove(each);
            }
        }
        while (!over && !ended && workers.size() < episode.workers() && starts < MOST_STARTS) {
            boolean made = Files.exists(file("below"));
            boolean under = subMaster != null && starts > 0;
            if (under && starts < episode.workers() && !made) {
                return; // the sub-master is still starting
            }
            join(under && made);
        }
    }

    /** Connects the relay to a master that has written its file. */
    private void meet() throws IOException {
        RunFile run;
        try {
            run = RunFile.read(place.runDirectory().resolve("private").resolve("worker.run"));
        } catch (NetException notYet) {
            return;
        }
        int port = run.addresses().get(0).getPort();
        CuttableRelay between = new CuttableRelay(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        relay = between;
        InetSocketAddress entrance = InetSocketAddress.createUnresolved("127.0.0.1", between.port());
        new RunFile(
                        run.run(),
                        List.of(entrance),
                        null,
                        run.fingerprint(),
                        run.role(),
                        run.secret(),
                        run.insecure(),
                        run.needs())
                .write(file("relayed"));
        if (episode.shape() == RunShape.TREE) {
            subMaster = place.start(
                    "submaster",
                    place.places().masterWords(),
                    "submaster",
                    "--transport",
                    "tcp",
                    "--listen",
                    "127.0.0.1:0",
                    "--name",
                    "between",
                    "--cache",
                    place.directory().resolve("between").toString(),
                    "--run-file",
                    file("below").toString(),
                    file("relayed").toString());
        }
    }

    private void join(boolean under) throws IOException {
        starts++;
        Started worker = place.start(
                "worker",
                place.places().workerWords(),
                "join",
                "--slots",
                "1",
                "--reconnect-timeout",
                "30",
                "--transport",
                "tcp",
                file(under ? "below" : "relayed").toString());
        workers.add(worker);
        if (under) {
            below.add(worker);
        }
    }

    /** Another master takes over, also after a run that failed and whose workers have ended. */
    void resumed() {
        ended = false;
    }

    /** Ends those that know a run that never began: the next one has another port and other secrets. */
    void forget() throws IOException {
        close();
        relay = null;
        workers.forEach(each -> each.process().destroyForcibly());
        if (subMaster != null) {
            subMaster.process().destroyForcibly();
        }
        Files.deleteIfExists(file("below"));
    }

    private void note(Started gone) {
        int code = gone.process().exitValue();
        String said = gone.complained();
        ended |= code == 0 && !below.contains(gone);
        boolean late = code == 2 && said.contains("E204"); // the file of the sub-master has just been deleted
        if (!EXIT_CODES.contains(code) && !late) {
            findings.add(gone.name() + " exited with " + code + ": " + OwnMaster.last(said));
        }
    }

    @Nullable
    CuttableRelay relay() {
        return relay;
    }

    List<String> findings() {
        return findings;
    }

    void close() throws IOException {
        if (relay != null) {
            relay.close();
        }
    }
}
