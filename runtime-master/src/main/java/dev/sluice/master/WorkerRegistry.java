package dev.sluice.master;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.message.Register;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The entries of a run and their connections. Confined to the master loop, except {@link #windowBytes}. */
public final class WorkerRegistry {
    private final Map<WorkerId, WorkerEntry> entries = new LinkedHashMap<>();
    private final Map<Long, WorkerEntry> byIncarnation = new HashMap<>();
    private final Map<WorkerId, WorkerConnection> connections = new LinkedHashMap<>();
    private final long resultMemory;
    private volatile int seated;

    WorkerRegistry(long resultMemory) {
        this.resultMemory = resultMemory;
    }

    WorkerEntry add(Register register, long nowNanos) {
        WorkerEntry entry = new WorkerEntry(new WorkerId(entries.size() + 1), register, nowNanos);
        entries.put(entry.id, entry);
        byIncarnation.put(entry.incarnation, entry);
        return entry;
    }

    void connection(WorkerConnection connection) {
        connections.put(connection.entry.id, connection);
        seated = connections.size();
    }

    void left(WorkerConnection connection) {
        connections.remove(connection.entry.id, connection);
        seated = connections.size();
    }

    void gone(WorkerId id) {
        WorkerEntry entry = entries.get(id);
        if (entry != null) {
            entry.gone = true;
        }
    }

    @Nullable
    WorkerEntry entry(WorkerId id) {
        return entries.get(id);
    }

    @Nullable
    WorkerEntry byIncarnation(long incarnation) {
        return byIncarnation.get(incarnation);
    }

    /** The entry of a process, by the host name with which it registered; null if it never did. */
    @Nullable
    WorkerEntry byProcess(String host, long pid) {
        for (WorkerEntry entry : entries.values()) {
            if (entry.pid == pid && entry.host.equals(host) && !entry.gone) {
                return entry;
            }
        }
        return null;
    }

    /** Slot times that the workers have reported, by cause, summed over all that ever were here. */
    CauseTimes causeTimes() {
        CauseTimes sum = CauseTimes.ZERO;
        for (WorkerEntry entry : entries.values()) {
            sum = sum.plus(entry.stats.causes());
        }
        return sum;
    }

    @Nullable
    WorkerConnection connection(WorkerId id) {
        return connections.get(id);
    }

    /** The current connections; a copy. */
    List<WorkerConnection> connections() {
        return new ArrayList<>(connections.values());
    }

    /** The number of current connections. */
    int size() {
        return connections.size();
    }

    /** All workers that ever registered, in the order of their ids. */
    public Collection<WorkerEntry> entries() {
        return entries.values();
    }

    /** Slots of all workers that have registered. */
    public int slots() {
        return entries.values().stream().mapToInt(entry -> entry.slots).sum();
    }

    /** Bytes of unacknowledged results that each worker may have in transit: its part of the budget. Any thread. */
    public long windowBytes() {
        return ResultWindow.of(resultMemory, seated);
    }
}
