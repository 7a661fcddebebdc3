package dev.sluice.cli.launch;

import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import java.util.function.Consumer;

/** Says what becomes of workers that are started, a line at a time. Any thread. */
public abstract class WorkerNews implements LaunchListener {
    private final Consumer<String> say;
    private final HostTroubles troubles = new HostTroubles();

    public WorkerNews(Consumer<String> say) {
        this.say = say;
    }

    /** The problems of hosts so far. */
    public final HostTroubles troubles() {
        return troubles;
    }

    @Override
    public void started(Place where, long pid, int slots) {}

    @Override
    public void verdict(Place where, PlaceVerdict verdict) {
        String line = troubles.add(where, verdict);
        if (!line.isEmpty()) {
            say.accept(line);
        }
    }

    @Override
    public void ended(Place where, LaunchEnd how) {
        if ((how.exitCode() != 0 || how.restarted()) && !troubles.isRefused(where)) {
            String process = how.pid() == 0 ? "" : " (process " + how.pid() + ")";
            say.accept(where + process + " " + how.story() + (how.restarted() ? "; another is started" : "")
                    + "; its log: " + how.log());
        }
    }

    @Override
    public void unwatched(Place where, String why) {
        say.accept(where + " is no longer watched: " + why);
    }

    @Override
    public void news(String line) {
        say.accept(line);
    }
}
