package dev.sluice.net.memory;

import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;

/**
 * A connection inside this process. Messages and their payloads are handed over as they are: there are no frames, no
 * TLS and no socket. Both ends are called on the same loop.
 */
public final class MemoryLink {
    private MemoryLink() {}

    /**
     * Opens a session at both ends; any thread.
     *
     * @param role of the end that dials
     * @param master makes the listener of the other end
     */
    public static void open(Loop loop, Role role, SessionListener dialler, SessionListener.Factory master) {
        MemorySession near = new MemorySession(loop, role, Role.MASTER);
        MemorySession far = new MemorySession(loop, Role.MASTER, role);
        loop.execute(() -> {
            near.connect(far);
            far.connect(near);
            far.open(master.create(far));
            near.open(dialler);
        });
    }
}
