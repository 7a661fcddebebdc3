package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Carries out what the parent master says about workers below: they move to another master, some of them, or all before
 * the sub-master leaves. Confined to the loop.
 */
final class MovesBelow {
    private final Supplier<Refuge> parent;
    private final Consumer<String> said;
    private volatile boolean leaves;

    /**
     * @param parent where the parent master listens
     * @param said receives lines for the operator
     */
    MovesBelow(Supplier<Refuge> parent, Consumer<String> said) {
        this.parent = parent;
        this.said = said;
    }

    /** Takes an order of the parent. An order to leave is passed over if other sub-masters are below this one. */
    void take(MoveBelow order, SubMasterCore below) {
        Refuge to = order.to() == null ? parent.get() : order.to();
        if (!order.leaves()) {
            below.master().course().mover().moveNamed(order.workers(), to);
        } else if (below.master().course().mover().hasSubMasters()) {
            said.accept("is not removed, because it has sub-masters below it; remove these first");
        } else {
            said.accept("is removed: its workers move to its master");
            leaves = true;
            below.master().course().mover().moveAll(to);
        }
    }

    /** Sends a worker on that joined when this sub-master is about to leave. */
    void joined(WorkerEntry entry, SubMasterCore below) {
        if (leaves) {
            below.master().course().mover().moveOne(entry.id, parent.get());
        }
    }

    /** Tells whether all workers were told to move. Any thread. */
    boolean haveBegun() {
        return leaves;
    }

    /** Tells whether the sub-master may leave, because it was told to and the last worker has moved. */
    boolean areDone(SubMasterCore below) {
        return leaves && below.master().course().mover().isEmpty();
    }
}
