package dev.sluice.launch;

import dev.sluice.hosts.HostTree;
import dev.sluice.net.runfile.RunFile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the run file for the process of a host: that of the sub-master that it joins, as soon as the sub-master
 * listens. If the sub-master is gone, it is that of the next one above, and in the end the master's. Any thread.
 */
public final class RunFiles {
    private final HostTree tree;
    private final Map<String, RunFile> serving = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private @Nullable RunFile masters;

    public RunFiles(HostTree tree) {
        this.tree = tree;
    }

    public synchronized void master(RunFile file) {
        masters = file;
    }

    /** A sub-master is starting on the host, for the first time or again. */
    public synchronized void starting(String host) {
        serving.remove(host);
        gone.remove(host);
    }

    /** The sub-master there listens. */
    public synchronized void serves(String host, RunFile file) {
        serving.put(host, file);
    }

    /** The host has no sub-master, and will have none. */
    public synchronized void gone(String host) {
        serving.remove(host);
        gone.add(host);
    }

    public synchronized boolean isServing(String host) {
        return serving.containsKey(host);
    }

    /**
     * The run file for the process of this host; null while there is none.
     *
     * @param client our address as the host sees it, if the master is here; else empty
     */
    public synchronized @Nullable RunFile of(String host, String client) {
        String above = tree.above(host);
        while (above != null) {
            RunFile file = serving.get(above);
            if (file != null || !gone.contains(above)) {
                return file;
            }
            above = tree.above(above);
        }
        RunFile file = masters;
        return file == null ? null : CallBack.from(file, client);
    }
}
