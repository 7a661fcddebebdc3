package dev.sluice.hosts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host that work can be sent to, as it was told. Neither name nor user begins with {@code -} or has white space in
 * it, so that both can be arguments of other programs.
 *
 * @param name what ssh is given: a name, an alias of its configuration, or an address, an IPv6 one without brackets
 * @param user who logs in there; null: ssh decides
 * @param port of its ssh server; 0: ssh decides
 * @param slots of the worker there; 0: as many as it has cores
 * @param gpus its graphics processors: a number, or ids with commas between them; null: its worker looks for them
 * @param resources others that it offers to units, as {@code --resource} of {@code join} has them
 * @param origin where it was told: {@code hosts.txt:3}, {@code --host}, {@code SLURM_JOB_NODELIST}
 */
public record HostSpec(
        String name,
        @Nullable String user,
        int port,
        int slots,
        @Nullable String gpus,
        List<String> resources,
        String origin) {
    /** Most slots of one host. */
    public static final int MOST_SLOTS = 65_536;

    /** A number of graphics processors, or their ids. */
    static final String GPUS = "[A-Za-z0-9][A-Za-z0-9,/-]{0,999}";

    /** A resource with its amount, or a label. */
    static final String RESOURCE = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}(=[0-9]{1,15}[KMGTkmgt]?)?";

    /** Refuses what no file of hosts can say. */
    public HostSpec {
        if (!HostName.isName(name) || (user != null && !HostName.isUser(user))) {
            throw new IllegalArgumentException("no host: " + name + " of " + user);
        }
        if (port < 0 || port > 65_535 || slots < 0 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(name + ": port " + port + ", " + slots + " slots");
        }
        if (gpus != null && !gpus.matches(GPUS)) {
            throw new IllegalArgumentException(name + ": GPUs " + gpus);
        }
        resources = List.copyOf(resources);
        if (!resources.stream().allMatch(each -> each.matches(RESOURCE))) {
            throw new IllegalArgumentException(name + ": resources " + resources);
        }
    }

    /** A host without resources of its own. */
    public HostSpec(String name, @Nullable String user, int port, int slots, @Nullable String gpus, String origin) {
        this(name, user, port, slots, gpus, List.of(), origin);
    }

    /** A host whose worker looks for graphics processors. */
    public HostSpec(String name, @Nullable String user, int port, int slots, String origin) {
        this(name, user, port, slots, null, origin);
    }

    /** The same with a worker of so many slots; 0 for as many as it has cores. */
    public HostSpec withSlots(int count) {
        return new HostSpec(name, user, port, count, gpus, resources, origin);
    }

    /** The host as ssh takes it: {@code name} or {@code user@name}. */
    public String destination() {
        return user == null ? name : user + "@" + name;
    }
}
