package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a launcher tells, a line each. */
final class LaunchNews implements LaunchListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public synchronized void started(Place where, long pid, int slots) {
        lines.add("started " + where + ", process " + pid + ", slots " + slots);
    }

    @Override
    public synchronized void verdict(Place where, PlaceVerdict verdict) {
        lines.add("verdict " + where + ": " + verdict.kind() + ", " + verdict.reason());
    }

    @Override
    public synchronized void ended(Place where, LaunchEnd how) {
        lines.add("ended " + where + ", process " + how.pid() + ", code " + how.exitCode() + ": " + how.story());
    }

    @Override
    public synchronized void unwatched(Place where, String why) {
        lines.add("unwatched " + where + ": " + why);
    }

    @Override
    public synchronized void news(String line) {
        lines.add("news " + line);
    }

    @Override
    public synchronized void allGone(String lastWords) {
        lines.add("gone " + lastWords);
    }

    /** Returns the news since the last call. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
