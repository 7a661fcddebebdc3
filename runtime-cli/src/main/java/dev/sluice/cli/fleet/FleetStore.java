package dev.sluice.cli.fleet;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Keeps the ids of a fleet's tasks beyond the pool's process. */
public interface FleetStore {
    /** The ids that were kept last. */
    List<String> fleet();

    /** Keeps these ids; they are on the disk when it returns. */
    void fleet(Collection<String> tasks) throws IOException;
}
