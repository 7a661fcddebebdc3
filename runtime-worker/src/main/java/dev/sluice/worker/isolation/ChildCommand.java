package dev.sluice.worker.isolation;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildJvm;
import java.util.List;

/**
 * How a {@link UnitHost} is started. Immutable.
 *
 * @param load what it computes with
 * @param slots how many there may be at a time
 */
public record ChildCommand(ChildFormat.Load load, int slots) {
    List<String> line() {
        return ChildJvm.line(UnitHost.class, slots);
    }
}
