package dev.sluice.net.peer;

import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.session.SessionListener;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** The connections between workers that fetch files from each other. Confined to the loop, like all callbacks. */
public interface PeerNetwork {
    /** Listens from now on, with these terms alone; {@code told} is called once it listens, or cannot. */
    void listen(PeerListen terms, SessionListener.Factory sessions, Consumer<PeerReady> told);

    /** Connects to a worker at one of its addresses. */
    void dial(InetSocketAddress address, FileSource.Door door, SessionListener listener);

    /** Listens no more; open sessions stay. */
    void close();
}
