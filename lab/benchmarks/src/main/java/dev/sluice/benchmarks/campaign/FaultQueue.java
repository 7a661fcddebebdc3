package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.campaign.EpisodeProcesses.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets the faults of an episode happen when their moments come. Used by one thread. */
final class FaultQueue {
    /** How long a fault waits for a process that it can hit. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** A stopped process, which goes on at a time. */
    private record Stopped(ProcessHandle process, long untilNanos) {}

    /** A fault, and when its moment had come; 0 before that. */
    private static final class Due {
        final PlannedFault fault;
        long sinceNanos;

        Due(PlannedFault fault) {
            this.fault = fault;
        }
    }

    private final List<Due> pending = new ArrayList<>();
    private final List<Stopped> stopped = new ArrayList<>();
    private final EpisodeProcesses processes;
    private final List<PlannedFault> happened = new ArrayList<>();

    FaultQueue(List<PlannedFault> faults, EpisodeProcesses processes) {
        faults.forEach(fault -> pending.add(new Due(fault)));
        this.processes = processes;
    }

    void tick(EpisodePlayers players, LedgerView ledger) throws IOException, InterruptedException {
        long now = System.nanoTime();
        for (Stopped each : List.copyOf(stopped)) {
            if (now - each.untilNanos() >= 0) {
                EpisodeProcesses.signal(each.process(), "CONT");
                stopped.remove(each);
            }
        }
        for (Due due : List.copyOf(pending)) {
            long millis = players.masterMillis();
            if (millis < 0 || !due.fault.moment().hasCome(millis, ledger)) {
                continue;
            }
            if (due.sinceNanos == 0) {
                due.sinceNanos = now;
            }
            if (happens(due.fault, players)) {
                happened.add(due.fault);
                pending.remove(due);
                return; // the next one sees what has become of the processes
            }
            if (now - due.sinceNanos > PATIENCE_NANOS) {
                pending.remove(due);
            }
        }
    }

    /** Returns whether there was something to hit. */
    private boolean happens(PlannedFault fault, EpisodePlayers players) throws IOException, InterruptedException {
        if (fault.target() == FaultTarget.LINK) {
            return breaks(fault, players.relay());
        }
        List<Found> found = processes.of(fault.target());
        if (found.isEmpty()) {
            return false;
        }
        ProcessHandle target = found.get(fault.choice() % found.size()).handle();
        if (fault.kind() == FaultKind.KILL) {
            target.destroyForcibly();
        } else {
            EpisodeProcesses.signal(target, "STOP");
            stopped.add(new Stopped(target, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fault.millis())));
        }
        return true;
    }

    private static boolean breaks(PlannedFault fault, @Nullable CuttableRelay relay) {
        if (relay == null) {
            return false;
        }
        switch (fault.kind()) {
            case CUT -> relay.cut(fault.millis());
            case HALF_CLOSE -> relay.halfClose();
            default -> relay.stall(fault.millis());
        }
        return true;
    }

    /** Lets stopped processes go on. */
    void heal() throws IOException, InterruptedException {
        for (Stopped each : stopped) {
            EpisodeProcesses.signal(each.process(), "CONT");
        }
        stopped.clear();
    }

    List<PlannedFault> happened() {
        return happened;
    }
}
