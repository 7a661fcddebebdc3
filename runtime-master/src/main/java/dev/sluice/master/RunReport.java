package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.net.SessionCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * The statistics of a run (AMWAT's table).
 *
 * @param seconds from the start of the application to its end
 * @param unitsPerSecond accepted units over these seconds
 * @param loadImbalance (T_last − T_mean) / T_last over the slots' finishing times, 0 … 1
 * @param congestion how many large results were let come at once
 * @param applicationTraffic setup, inputs and results; schedulerTraffic everything else, frames included
 */
record RunReport(
        RunId run,
        String application,
        PolicyName policy,
        RunEnd.Outcome outcome,
        ErrorCode code,
        String text,
        double seconds,
        int cycles,
        long units,
        double unitsPerSecond,
        double loadImbalance,
        Counters counters,
        Traffic.Module applicationTraffic,
        Traffic.Module schedulerTraffic,
        Grants.Summary congestion,
        List<WorkerLine> workers,
        List<Action.Quarantine> quarantined,
        long quarantinedUnits) {

    /**
     * One worker. Times in seconds; {@code utilisation} is CPU in compute over wall in compute.
     *
     * @param wall of the process
     * @param cpu of the process
     */
    record WorkerLine(
            String worker,
            String host,
            int slots,
            long units,
            double wall,
            double cpu,
            double compute,
            double computeCpu,
            double utilisation) {}

    /** On the master loop, when all workers are gone. */
    static RunReport of(RunId run, String application, PolicyName policy, MasterLoop master, RunEnd how) {
        RunProgress.Snapshot snapshot = master.progress().snapshot();
        double seconds = snapshot.nanos() / 1e9;
        List<WorkerLine> workers = new ArrayList<>();
        SessionCounters all = SessionCounters.ZERO;
        for (Member member : master.roll().members()) {
            workers.add(line(member));
            all = all.plus(member.counters());
        }
        long accepted = snapshot.counters().accepted();
        Traffic.Module carried = master.traffic().application();
        return new RunReport(
                run,
                application,
                policy,
                how.outcome(),
                how.code(),
                how.text(),
                seconds,
                snapshot.cycle() + 1,
                accepted,
                seconds > 0 ? accepted / seconds : 0,
                imbalance(master),
                snapshot.counters(),
                carried,
                carried.restOf(all),
                master.grants().summary(master.progress().startNanos()),
                workers,
                master.progress().quarantined(),
                master.progress().quarantinedUnits());
    }

    private static WorkerLine line(Member member) {
        double compute = Math.max(member.stats.computeNanos(), member.computeNanos) / 1e9;
        double computeCpu = member.stats.computeCpuNanos() / 1e9;
        return new WorkerLine(
                member.id.toString(),
                member.host,
                member.slots,
                member.acceptedUnits,
                member.stats.wallNanos() / 1e9,
                member.stats.cpuNanos() / 1e9,
                compute,
                computeCpu,
                compute > 0 ? Math.min(1, computeCpu / compute) : 0);
    }

    private static double imbalance(MasterLoop master) {
        long start = master.progress().startNanos();
        double last = 0;
        double sum = 0;
        int slots = 0;
        for (Member member : master.roll().members()) {
            if (member.acceptedUnits > 0) {
                double finished = member.lastResultNanos - start;
                last = Math.max(last, finished);
                sum += finished * member.slots;
                slots += member.slots;
            }
        }
        return slots == 0 || last <= 0 ? 0 : (last - sum / slots) / last;
    }
}
