package dev.sluice.cli.steer;

import dev.sluice.cli.launch.HostTroubles;
import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.RunFile;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts workers that stay, and waits until each host has its verdict. */
final class LateLaunch implements LaunchListener {
    private final CountDownLatch missing;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<Place, PlaceVerdict> verdicts = new LinkedHashMap<>();

    /** @param hosts number of hosts on which something is started */
    LateLaunch(int hosts, boolean json, PrintWriter out, PrintWriter err) {
        this.missing = new CountDownLatch(hosts);
        this.json = json;
        this.out = out;
        this.err = err;
    }

    /** Starts, waits for the verdict of each host, and returns the exit code. */
    int start(Launcher launcher, RunFile runFile) throws InterruptedException {
        launcher.start(this);
        launcher.join(runFile);
        missing.await();
        launcher.awaitEnd(1_000);
        synchronized (this) {
            if (json) {
                out.println(LaunchJson.of(runFile.run(), verdicts));
            }
            return exitCode(verdicts.values().stream()
                    .map(verdict -> verdict.good() ? null : verdict)
                    .toList());
        }
    }

    @Override
    public synchronized void verdict(Place where, PlaceVerdict verdict) {
        verdicts.put(where, verdict);
        PrintWriter to = json ? err : out;
        to.println(where.host() + ": " + (verdict.good() ? verdict.reason() : HostTroubles.text(verdict)));
        to.flush();
        missing.countDown();
    }

    /** The exit code: 0 if one host has no problem, else the code that all problems share. */
    static int exitCode(List<@Nullable PlaceVerdict> troubles) {
        if (troubles.contains(null)) {
            return 0;
        }
        Set<ErrorCode> codes =
                troubles.stream().map(verdict -> verdict.kind().code()).collect(Collectors.toSet());
        return codes.size() == 1 ? codes.iterator().next().exitCode() : ErrorCode.NO_WORKERS.exitCode();
    }

    @Override
    public void started(Place where, long pid, int slots) {}

    @Override
    public void ended(Place where, LaunchEnd how) {}

    @Override
    public void unwatched(Place where, String why) {}

    @Override
    public synchronized void news(String line) {
        err.println(line);
        err.flush();
    }

    @Override
    public void allGone(String lastWords) {}
}
