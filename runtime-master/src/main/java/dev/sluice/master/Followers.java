package dev.sluice.master;

import dev.sluice.model.WorkerId;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what units print to those that follow them: operators, the master above a sub-master, and the application.
 * Looks twice a second where the followed units are, and only while there are any. Text that a session does not take in
 * time is lost. Confined to the master loop.
 */
public final class Followers {
    private static final long LOOK_NANOS = 500_000_000L;

    /** Units that one session may follow. */
    private static final int MOST = 100;

    /** One follower of one unit. */
    private static final class Follower {
        final Session session;
        final UnitName unit;
        String where = "";
        boolean over;

        Follower(Session session, UnitName unit) {
            this.session = session;
            this.unit = unit;
        }
    }

    private final RunCore core;
    private final SchedulerDriver driver;
    private final List<Follower> followers = new ArrayList<>();
    private final Set<Session> ofAll = new HashSet<>();
    private final Map<WorkerConnection, Set<UnitName>> told = new HashMap<>();
    /** The worker whose text of a unit counts, where several compute it. */
    private final Map<UnitName, WorkerConnection> sources = new LinkedHashMap<>();

    private @Nullable Consumer<UnitOutput> here;
    private boolean looking;

    Followers(RunCore core, SchedulerDriver driver) {
        this.core = core;
        this.driver = driver;
    }

    /** Passes everything on to the application of this process; called before the start. */
    public void follow(Consumer<UnitOutput> all) {
        here = all;
        begin();
    }

    /** Sends this session what a unit prints, or all units. */
    public void follow(Session session, FollowUnit asked) {
        if (asked.all()) {
            ofAll.add(session);
        } else if (followers.stream().filter(each -> each.session == session).count() < MOST) {
            followers.add(new Follower(session, asked.unit()));
        }
        begin();
    }

    /** The session follows no more. */
    void left(Session session) {
        followers.removeIf(each -> each.session == session);
        ofAll.remove(session);
    }

    private void begin() {
        if (!looking) {
            looking = true;
            look();
        }
    }

    private void look() {
        if (core.over() || followers.isEmpty() && ofAll.isEmpty() && here == null) {
            followers.forEach(each -> end(each, "the run is over"));
            followers.clear();
            looking = false;
            return;
        }
        told.keySet().removeIf(connection -> !connection.open);
        if (here != null || !ofAll.isEmpty()) {
            core.registry().connections().forEach(connection -> tell(connection, FollowUnit.ALL));
        }
        followers.removeIf(this::isOver);
        core.loop().schedule(LOOK_NANOS, this::look);
    }

    /** Tells the workers that have the unit, and the follower where it is. */
    private boolean isOver(Follower follower) {
        UnitName unit = follower.unit;
        if (!driver.isOpen(unit.cycle(), unit.unit())) {
            boolean last = follower.over; // what it printed last may still be on its way
            follower.over = true;
            if (last) {
                end(follower, "over");
                sources.remove(unit);
            }
            return last;
        }
        String where = "waits";
        for (WorkerId holder : driver.holders(unit.unit())) {
            WorkerConnection connection = core.registry().connection(holder);
            if (connection != null) {
                tell(connection, new FollowUnit(unit, false));
                where = connection.entry.toString();
            }
        }
        if (!where.equals(follower.where)) {
            follower.where = where;
            follower.session.send(UnitOutput.note(unit.cycle(), unit.unit(), where, false));
        }
        return false;
    }

    private static void end(Follower follower, String why) {
        follower.session.send(UnitOutput.note(follower.unit.cycle(), follower.unit.unit(), why, true));
    }

    private void tell(WorkerConnection connection, FollowUnit what) {
        if (told.computeIfAbsent(connection, each -> new HashSet<>()).add(what.unit())) {
            connection.session.send(what);
        }
    }

    /** A worker sends what a unit has printed. */
    void arrived(WorkerConnection from, UnitOutput output) {
        UnitOutput known = output.from(from.entry.toString());
        if (here != null) {
            here.accept(known);
        }
        ofAll.stream().filter(Session::writable).forEach(session -> session.send(output));
        if (followers.isEmpty()) {
            return;
        }
        UnitName unit = new UnitName(output.cycle(), output.unit(), false);
        for (Follower follower : followers) {
            if (follower.unit.equals(unit) && follower.session.writable() && isSource(from, unit)) {
                follower.session.send(known);
            }
        }
    }

    private boolean isSource(WorkerConnection from, UnitName unit) {
        WorkerConnection source = sources.get(unit);
        if (source == null || !source.open) {
            sources.put(unit, from);
            source = from;
        }
        return source == from;
    }
}
