package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hosts of one file, while it is read. Confined to its reader. */
final class HostListBuilder {
    /** More in one file are refused. */
    static final int MOST_HOSTS = 65_536;

    /** The meaning of a host that was named before. */
    enum Again {
        /** An error. */
        REFUSED,
        /** Nothing new. */
        IGNORED,
        /** Its slots are added, one where none are told. */
        ADDED
    }

    private record Key(String destination, int port) {}

    private final Source source;
    private final Again again;
    private final Map<Key, Integer> lines = new LinkedHashMap<>();
    private final Map<Key, HostSpec> hosts = new LinkedHashMap<>();

    HostListBuilder(Source source, Again again) {
        this.source = source;
        this.again = again;
    }

    /** @throws HostFileException when it cannot be a host */
    void add(int line, HostSpec host) {
        Key key = new Key(host.destination(), host.port());
        HostSpec before = hosts.get(key);
        if (before == null) {
            if (hosts.size() == MOST_HOSTS) {
                throw source.wrong(line, "more than 65,536 hosts", "at most as many");
            }
            hosts.put(key, host);
            lines.put(key, line);
            return;
        }
        if (again == Again.REFUSED) {
            throw source.wrong(
                    line,
                    host.destination() + (line == 0 ? ", twice" : ", which line " + lines.get(key) + " has too"),
                    "each host once; several workers of one slot are slots=N, and where a line means a slot,"
                            + " it is --kind pbs or --kind mpi");
        }
        if (again == Again.ADDED) {
            int slots = Math.max(1, before.slots()) + Math.max(1, host.slots());
            hosts.put(key, before.withSlots(checked(line, slots)));
        }
    }

    private int checked(int line, int slots) {
        if (slots > HostSpec.MOST_SLOTS) {
            throw source.wrong(line, slots + " slots", "1 to " + HostSpec.MOST_SLOTS);
        }
        return slots;
    }

    /**
     * All of them.
     *
     * @param expected what the file should have at least one of
     * @throws HostFileException when there are none
     */
    List<HostSpec> hosts(String expected) {
        if (hosts.isEmpty()) {
            throw source.wrong(0, "no host in it", expected);
        }
        return new ArrayList<>(hosts.values());
    }
}
