package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers and sub-masters below a master, as a {@link Mover} sees and moves them. Confined to the loop. */
public interface MasterTree {
    /**
     * A worker below a sub-master, as last reported; it may be gone by now.
     *
     * @param name relative to the sub-master, such as "w1" or "w2/w1"
     */
    record Below(String name, String host) {}

    /** The connected workers and sub-masters, in the order of their ids. */
    List<Floor.Present> present();

    /** The workers that this sub-master has reported. */
    List<Below> below(WorkerId subMaster);

    /** The place where this sub-master listens for workers; null if it has not said so. */
    @Nullable
    Refuge place(WorkerId subMaster);

    /** Tells whether the worker is in the process of its master, which it cannot leave. */
    boolean inProcess(WorkerId worker);

    /** Tells a worker to move. */
    void move(WorkerId worker, Refuge to);

    /** Tells a sub-master to move workers below it. */
    void moveBelow(WorkerId subMaster, MoveBelow order);

    /** Records a decision. */
    void decided(String what, String why);
}
