package dev.sluice.worker.isolation;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildJvm;
import java.util.List;

/**
 * The command that starts a {@link UnitHost}. Immutable.
 *
 * @param load the application to load
 * @param slots limit of processes at a time
 */
public record ChildCommand(ChildFormat.Load load, int slots) {
    List<String> line() {
        return ChildJvm.line(UnitHost.class, slots);
    }
}
