package dev.sluice.worker.slot;

import dev.sluice.api.unit.Printout;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends the master what units print that somebody follows. It looks ten times a second, and only while it was asked to;
 * a unit that prints faster than the session takes it leaves gaps. Confined to the loop.
 */
public final class FollowedUnits {
    private static final long LOOK_NANOS = 100_000_000L;

    /** Messages of one stream for one look. */
    private static final int MOST_AT_ONCE = 8;

    /** Units that one session may ask for. */
    private static final int MOST_FOLLOWED = 1_000;

    /** A printout that is sent, and how far it was. */
    private static final class Reader {
        final Printout printout;
        final long[] sent = new long[2];

        Reader(Printout printout) {
            this.printout = printout;
        }
    }

    private final Loop loop;
    private final SlotCrew crew;
    private final Set<UnitName> wanted = new HashSet<>();
    private final Map<Slot, Reader> readers = new IdentityHashMap<>();
    private boolean all;
    private boolean looking;
    private @Nullable Session session;

    public FollowedUnits(Loop loop, SlotCrew crew) {
        this.loop = loop;
        this.crew = crew;
    }

    /** Sends this session what the unit prints. */
    public void follow(Session to, FollowUnit asked) {
        if (session != to) {
            detach();
            session = to;
        }
        all |= asked.all();
        if (!asked.all() && wanted.size() < MOST_FOLLOWED) {
            wanted.add(asked.unit());
        }
        if (!looking) {
            looking = true;
            look();
        }
    }

    /** Forgets what the session asked for. */
    public void detach() {
        session = null;
        all = false;
        wanted.clear();
        readers.values().forEach(reader -> reader.printout.close());
        readers.clear();
    }

    private void look() {
        Session to = session;
        if (to == null) {
            looking = false;
            return;
        }
        for (Slot slot : crew.slots()) {
            Printout now = slot.printout();
            Reader before = readers.get(slot);
            if (before != null) {
                send(to, before);
            }
            if (before != null && before.printout != now) {
                readers.remove(slot);
                before.printout.close();
                before = null;
            }
            if (before == null && now != null && isWanted(now)) {
                Reader next = new Reader(now);
                readers.put(slot, next);
                send(to, next);
            }
        }
        loop.schedule(LOOK_NANOS, this::look);
    }

    private boolean isWanted(Printout printout) {
        return all || wanted.contains(new UnitName(printout.cycle(), printout.index(), false));
    }

    private static void send(Session to, Reader reader) {
        for (int stream = Printout.OUT; stream <= Printout.ERROR; stream++) {
            for (int message = 0; message < MOST_AT_ONCE && to.writable(); message++) {
                Printout.Piece next = reader.printout.read(stream, reader.sent[stream - 1], UnitOutput.MOST_BYTES);
                if (next.text().length == 0) {
                    break;
                }
                reader.sent[stream - 1] = next.offset() + next.text().length;
                to.send(UnitOutput.of(
                        reader.printout.cycle(), reader.printout.index(), stream, next.offset(), next.text()));
            }
        }
    }
}
