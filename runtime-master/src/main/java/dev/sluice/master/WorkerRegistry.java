package dev.sluice.master;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.net.message.Register;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of a run and their seats. Confined to the master loop, but for {@link #windowBytes}. */
public final class WorkerRegistry {
    private final Map<WorkerId, WorkerEntry> members = new LinkedHashMap<>();
    private final Map<Long, WorkerEntry> byIncarnation = new HashMap<>();
    private final Map<WorkerId, WorkerConnection> seats = new LinkedHashMap<>();
    private final long resultMemory;
    private volatile int seated;

    WorkerRegistry(long resultMemory) {
        this.resultMemory = resultMemory;
    }

    WorkerEntry add(Register register, long nowNanos) {
        WorkerEntry member = new WorkerEntry(new WorkerId(members.size() + 1), register, nowNanos);
        members.put(member.id, member);
        byIncarnation.put(member.incarnation, member);
        return member;
    }

    void seat(WorkerConnection seat) {
        seats.put(seat.member.id, seat);
        seated = seats.size();
    }

    void left(WorkerConnection seat) {
        seats.remove(seat.member.id, seat);
        seated = seats.size();
    }

    void gone(WorkerId id) {
        WorkerEntry member = members.get(id);
        if (member != null) {
            member.gone = true;
        }
    }

    @Nullable
    WorkerEntry byIncarnation(long incarnation) {
        return byIncarnation.get(incarnation);
    }

    /** The member in a process of a host, by the name with which it registered; null when it never did. */
    @Nullable
    WorkerEntry byProcess(String host, long pid) {
        for (WorkerEntry member : members.values()) {
            if (member.pid == pid && member.host.equals(host) && !member.gone) {
                return member;
            }
        }
        return null;
    }

    @Nullable
    WorkerConnection seat(WorkerId id) {
        return seats.get(id);
    }

    /** Those connected now; a copy. */
    List<WorkerConnection> seats() {
        return new ArrayList<>(seats.values());
    }

    /** All that ever registered, in the order of their ids. */
    public Collection<WorkerEntry> members() {
        return members.values();
    }

    /** Bytes of unacknowledged results that each worker may have on the way: its part of the budget. Any thread. */
    public long windowBytes() {
        return ResultWindow.of(resultMemory, seated);
    }
}
