package dev.sluice.cli.run;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.Launcher;
import dev.sluice.master.tune.WorkerStart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Starts workers of a run over ssh on hosts that its plan has left out, each host once. They end with the run, as all
 * others do. Any thread.
 */
final class WorkerStarter implements WorkerStart {
    private final Map<String, HostSpec> left = new LinkedHashMap<>();
    private final Function<HostSpec, Launcher> made;
    private final Launchers launchers;

    /**
     * @param spares hosts that the plan may use, and does not
     * @param made the launcher of a worker on such a host; it may read files
     */
    WorkerStarter(List<HostSpec> spares, Function<HostSpec, Launcher> made, Launchers launchers) {
        spares.forEach(each -> left.put(each.name(), each));
        this.made = made;
        this.launchers = launchers;
    }

    @Override
    public synchronized Set<String> hosts() {
        return Set.copyOf(left.keySet());
    }

    @Override
    public synchronized void start(String host, Consumer<String> failed) {
        HostSpec on = left.remove(host);
        if (on == null) {
            failed.accept("a worker was started there before");
            return;
        }
        Thread thread = new Thread(() -> launch(on, failed), "launch-worker");
        thread.setDaemon(true);
        thread.start();
    }

    private void launch(HostSpec on, Consumer<String> failed) {
        try {
            launchers.add(made.apply(on));
        } catch (RuntimeException refused) { // a jar is missing: the run goes on without this worker
            failed.accept(String.valueOf(refused.getMessage()));
        }
    }
}
