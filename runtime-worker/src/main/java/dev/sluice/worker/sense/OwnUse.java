package dev.sluice.worker.sense;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Processor time of this process and of those that compute units for it. Confined to the sensor's thread. */
final class OwnUse {
    private final long own;
    private final Supplier<List<Long>> others;
    private final LongFunction<OptionalLong> nanosOf;
    private Map<Long, Long> before = Map.of();
    private boolean begun;

    /**
     * @param own pid of this process
     * @param others pids of its processes for units
     * @param nanosOf processor time of a process so far [ns]; empty if the process is gone
     */
    OwnUse(long own, Supplier<List<Long>> others, LongFunction<OptionalLong> nanosOf) {
        this.own = own;
        this.others = others;
        this.nanosOf = nanosOf;
    }

    /** Reads the system's process table. */
    static OwnUse ofThisProcess(Supplier<List<Long>> others) {
        return new OwnUse(ProcessHandle.current().pid(), others, OwnUse::cpuNanos);
    }

    private static OptionalLong cpuNanos(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().totalCpuDuration())
                .map(cpu -> OptionalLong.of(cpu.toNanos()))
                .orElse(OptionalLong.empty());
    }

    /**
     * Processor time since the last call [ns]. A process that began since then counts from its start. The time of a
     * process between the last call and its end is lost.
     */
    long next() {
        Map<Long, Long> now = new HashMap<>();
        List<Long> all = new ArrayList<>(others.get());
        all.add(own);
        long used = 0;
        for (long pid : all) {
            OptionalLong nanos = nanosOf.apply(pid);
            if (nanos.isPresent()) {
                now.put(pid, nanos.getAsLong());
                used += begun ? Math.max(0, nanos.getAsLong() - before.getOrDefault(pid, 0L)) : 0;
            }
        }
        before = now;
        begun = true;
        return used;
    }
}
