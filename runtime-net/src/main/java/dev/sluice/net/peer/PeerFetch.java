package dev.sluice.net.peer;

import dev.sluice.model.SluiceException;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerWait;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import org.jspecify.annotations.Nullable;

/** The transfer of one file from one worker to this one, until it ends or fails. Confined to the loop. */
final class PeerFetch implements SessionListener {
    /** Time without a byte after which the source counts as lost [ns]. */
    static final long SILENCE_NANOS = 10_000_000_000L;

    /** Time for a piece that the source has [ns]. */
    static final long SLOW_NANOS = 60_000_000_000L;

    private static final long CHECK_NANOS = 1_000_000_000L;

    private final Loop loop;
    private final FileArrival arrival;
    private final FileInfo file;
    private final Listener listener;
    private @Nullable Session session;
    private long heardNanos;

    /** When the latest piece arrived, or the source said that it waits itself. */
    private long movedNanos;

    private boolean over;

    /** Learns what becomes of the transfer. */
    interface Listener {
        /** Called when bytes of this source may arrive. */
        void begins();

        /** Called once if the source is out of reach, silent, slow or gone before the end. */
        void fails(String why);
    }

    PeerFetch(Loop loop, FileArrival arrival, FileInfo file, Listener listener) {
        this.loop = loop;
        this.arrival = arrival;
        this.file = file;
        this.listener = listener;
    }

    /** Connects, at each of its addresses in turn. */
    void dial(PeerNetwork network, FileSource.Door door) {
        dial(network, door, 0);
    }

    private void dial(PeerNetwork network, FileSource.Door door, int number) {
        network.dial(door.addresses().get(number), door, new SessionListener() {
            @Override
            public void opened(Session open) {
                PeerFetch.this.opened(open);
            }

            @Override
            public void received(Session from, Message message) {
                PeerFetch.this.received(from, message);
            }

            @Override
            public void coming(Session from) {
                PeerFetch.this.coming(from);
            }

            @Override
            public void closed(Session gone, Closing why) {
                if (session == null && !over && number + 1 < door.addresses().size()) {
                    dial(network, door, number + 1);
                } else {
                    PeerFetch.this.closed(gone, why);
                }
            }
        });
    }

    /** Ends without a word to the listener. */
    void stop() {
        over = true;
        Session open = session;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void opened(Session open) {
        if (over) {
            open.close();
            return;
        }
        session = open;
        heardNanos = loop.nanoTime();
        movedNanos = heardNanos;
        listener.begins();
        loop.schedule(CHECK_NANOS, this::check);
        arrival.fetchFrom(file, open::send);
    }

    private void check() {
        long now = loop.nanoTime();
        if (over) {
            return;
        }
        if (now - heardNanos > SILENCE_NANOS) {
            fail("the worker is silent");
        } else if (now - movedNanos > SLOW_NANOS) {
            fail("the worker is slow");
        } else {
            loop.schedule(CHECK_NANOS, this::check);
        }
    }

    @Override
    public void coming(Session from) {
        heardNanos = loop.nanoTime();
    }

    @Override
    public void received(Session from, Message message) {
        heardNanos = loop.nanoTime();
        if (!over && message instanceof FilePart part && arrival.expects(part)) {
            movedNanos = heardNanos;
            take(part);
        } else if (message instanceof PeerWait) {
            movedNanos = heardNanos;
        }
        message.release();
    }

    private void take(FilePart part) {
        try {
            if (arrival.received(part)) {
                stop();
            }
        } catch (NetException wrongPlace) {
            fail(String.valueOf(wrongPlace.getMessage()));
        } catch (SluiceException e) {
            stop();
            arrival.fail(e);
        }
    }

    @Override
    public void closed(Session gone, Closing why) {
        fail(why.toString());
    }

    private void fail(String why) {
        if (!over) {
            stop();
            listener.fails(why);
        }
    }
}
