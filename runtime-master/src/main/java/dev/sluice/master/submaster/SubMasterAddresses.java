package dev.sluice.master.submaster;

import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Registered;
import dev.sluice.net.runfile.RunFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of a sub-master's master, and the masters to which its workers go without it.
 *
 * @param standbys masters that its workers try before its own master
 * @param reconnectNanos timeout of looking for a lost master [ns]
 */
public record SubMasterAddresses(RunFile master, List<Refuge> standbys, long reconnectNanos) {
    /** How long a sub-master looks for the lost master that gave this answer [ns]. */
    long patienceNanos(Registered answer) {
        return Math.max(Math.max(answer.leaseNanos(), answer.orphanNanos()), reconnectNanos);
    }

    /** Tells whether another master may take the run over from the one that gave this answer. */
    static boolean mayFollow(@Nullable Registered answer) {
        return answer != null && answer.orphanNanos() > 0;
    }

    /** Tells whether both answers are of one master process, which knows this sub-master. */
    static boolean isSameMaster(Registered one, Registered other) {
        return one.worker().equals(other.worker()) && one.epoch() == other.epoch();
    }
}
