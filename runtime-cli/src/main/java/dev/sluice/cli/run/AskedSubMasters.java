package dev.sluice.cli.run;

import dev.sluice.master.tune.SubMasterStart;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the command that started this master on another host to start sub-masters. A line of news is the request, since
 * the command reads these anyway. A sub-master that cannot be started does not join. Any thread.
 */
final class AskedSubMasters implements SubMasterStart {
    private static final String REQUEST = "the master asks for a sub-master on ";

    private final Set<String> hosts;
    private final Consumer<String> say;

    /**
     * @param hosts on which the command can start sub-masters
     * @param say prints a line that the command reads
     */
    AskedSubMasters(List<String> hosts, Consumer<String> say) {
        this.hosts = Set.copyOf(hosts);
        this.say = say;
    }

    @Override
    public boolean canStart(String host) {
        return hosts.contains(host);
    }

    @Override
    public void start(String host, Consumer<String> failed) {
        say.accept(REQUEST + host);
    }

    /** The host that a line of the master's news asks for; null if it is another line. */
    static @Nullable String host(String line) {
        return line.startsWith(REQUEST) ? line.substring(REQUEST.length()) : null;
    }
}
