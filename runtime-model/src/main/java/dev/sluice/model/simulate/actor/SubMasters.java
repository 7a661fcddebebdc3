package dev.sluice.model.simulate.actor;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.flow.Host;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.network.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The master of each host in a simulated run, and the path to it. Confined to its run. */
final class SubMasters {
    private final World machines;
    private final Paths toMaster;
    private final Map<Integer, World.SubMaster> byHost = new HashMap<>();
    private final Map<Integer, Integer> parentOf = new HashMap<>();
    private final Map<Integer, Paths> toSubMaster = new HashMap<>();
    private final Map<Integer, MasterModel> masters = new HashMap<>();
    private final List<MasterModel> all = new ArrayList<>();

    SubMasters(World machines, Paths toMaster) {
        this.machines = machines;
        this.toMaster = toMaster;
        for (World.SubMaster sub : machines.subMasters()) {
            byHost.put(sub.host(), sub);
            sub.children().forEach(child -> parentOf.put(child, sub.host()));
            toSubMaster.put(sub.host(), new Paths(toMaster, sub.host()));
        }
    }

    boolean has(int host) {
        return byHost.containsKey(host);
    }

    /** The paths between this host and its master. */
    Paths paths(int host) {
        Integer parent = parentOf.get(host);
        Paths paths = parent == null ? null : toSubMaster.get(parent);
        return paths == null ? toMaster : paths;
    }

    /**
     * Whom a worker on this host works for.
     *
     * @param top the master of the run
     */
    MasterModel masterOf(int host, MasterModel top) {
        Integer parent = parentOf.get(host);
        MasterModel master = parent == null ? null : masters.get(parent);
        return master == null ? top : master;
    }

    /**
     * The master on this host.
     *
     * @param top the master of the run
     */
    MasterModel on(int host, MasterModel top) {
        MasterModel master = masters.get(host);
        return master == null ? top : master;
    }

    /** The master that a sub-master is to its children comes up. */
    void begin(MasterModel downward) {
        masters.put(downward.host, downward);
        all.add(downward);
    }

    /** Number of slots of all workers below that start no later than the sub-master. */
    int slots(int host) {
        return slots(byHost.get(host), machines.startNanos(host, 0));
    }

    private int slots(World.@Nullable SubMaster sub, long startNanos) {
        int sum = 0;
        for (int child : sub == null ? List.<Integer>of() : sub.children()) {
            World.SubMaster further = byHost.get(child);
            boolean starts = machines.startNanos(child, 0) <= startNanos;
            int own = starts ? machines.view().hosts().get(child).slots() : 0;
            sum += further == null ? own : slots(further, startNanos);
        }
        return sum;
    }

    /** The resources of all workers below that start no later than the sub-master. */
    Offer offer(int host) {
        List<Offer> offers = new ArrayList<>();
        gather(host, machines.startNanos(host, 0), new HashSet<>(), offers);
        return Offer.sum(offers);
    }

    private void gather(int sub, long startNanos, Set<String> seen, List<Offer> to) {
        World.SubMaster of = byHost.get(sub);
        for (int child : of == null ? List.<Integer>of() : of.children()) {
            if (byHost.containsKey(child)) {
                gather(child, startNanos, seen, to);
            } else if (machines.startNanos(child, 0) <= startNanos) {
                Host each = machines.view().hosts().get(child);
                Offer whole = Offer.of(each.slots(), each.resources());
                boolean first = seen.add(each.address().isEmpty() ? each.name() : each.address());
                to.add(first ? whole : new Offer(Amounts.ofProcessors(each.slots()), whole.single()));
            }
        }
    }

    List<MasterModel> all() {
        return all;
    }

    void tick() {
        all.forEach(MasterModel::tick);
    }
}
