package dev.sluice.net.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Master to sub-master: tell workers below it to move. Names of workers that are not there are passed over.
 *
 * @param workers names relative to the sub-master, such as "w1" or "w2/w1"; none if it leaves
 * @param to the master to which they move; null for the master of this sub-master
 * @param leaves whether all workers move and the sub-master then leaves
 */
public record MoveBelow(List<String> workers, @Nullable Refuge to, boolean leaves) implements Message {
    /** Limit of names in one message. */
    public static final int MOST = 1_024;

    public MoveBelow {
        Checks.between("workers", workers.size(), leaves ? 0 : 1, leaves ? 0 : MOST);
        workers = List.copyOf(workers);
    }
}
