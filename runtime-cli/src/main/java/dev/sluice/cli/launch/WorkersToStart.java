package dev.sluice.cli.launch;

import dev.sluice.cli.option.SlurmJob;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.UserCache;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.local.LocalLauncher;
import dev.sluice.launch.pool.PoolLauncher;
import dev.sluice.launch.slurm.SlurmLauncher;
import dev.sluice.launch.ssh.SshLauncher;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The workers that a command starts, and their hosts.
 *
 * @param embedded whether the one worker is in this process: then {@code local} is 1 and no process is started
 * @param local processes on this machine
 * @param localSlots of each of them
 * @param slots of each worker of Slurm; null: what the file of hosts says, or all cores
 * @param needs of each unit
 * @param hosts with one worker each, over ssh
 * @param ssh how they are reached
 * @param slurm workers that Slurm starts; null for none
 * @param jar as told; null: it is looked for
 * @param java options of their JVMs
 * @param masterHere whether hosts look for the master here first
 * @param tree which of the hosts are sub-masters
 * @param pool starts further workers; null for none
 */
public record WorkersToStart(
        boolean embedded,
        int local,
        int localSlots,
        @Nullable Integer slots,
        UnitNeeds needs,
        List<HostSpec> hosts,
        String ssh,
        @Nullable SlurmJob slurm,
        @Nullable Path jar,
        List<String> java,
        boolean masterHere,
        HostTree tree,
        PoolLauncher.@Nullable Terms pool) {
    public WorkersToStart {
        hosts = List.copyOf(hosts);
        java = List.copyOf(java);
    }

    /** One worker with so many slots, in this process. */
    public static WorkersToStart inThisProcess(int slots) {
        return new WorkersToStart(
                true,
                1,
                slots,
                null,
                UnitNeeds.NONE,
                List.of(),
                "ssh",
                null,
                null,
                List.of(),
                true,
                HostTree.FLAT,
                null);
    }

    /** Returns whether workers are started on other machines. */
    public boolean others() {
        return !hosts.isEmpty() || slurm != null || pool != null;
    }

    /** The same workers as a plan places them. */
    public WorkersToStart placed(RunPlan plan) {
        int here = plan.localSlots() > 0 ? 1 : 0;
        return new WorkersToStart(
                false,
                here,
                plan.localSlots(),
                slots,
                needs,
                plan.workers(),
                ssh,
                slurm,
                jar,
                java,
                plan.master() == null,
                plan.tree(),
                pool);
    }

    /** The same workers, of which the only one is in this process. */
    public WorkersToStart inThisProcess() {
        return new WorkersToStart(
                true, 1, localSlots, slots, needs, hosts, ssh, slurm, jar, java, masterHere, tree, pool);
    }

    /** The same workers, and those of a pool. */
    public WorkersToStart with(PoolLauncher.Terms more) {
        return new WorkersToStart(
                false, local, localSlots, slots, needs, hosts, ssh, slurm, jar, java, masterHere, tree, more);
    }

    /** All that starts processes, for this run; nothing is started yet. */
    public List<Launcher> launchers(RunId id, RunDirectory directory) {
        List<Launcher> launchers = new ArrayList<>();
        if (local > 0 && !embedded) {
            launchers.add(new LocalLauncher(new LocalLauncher.Config(
                    WorkerJar.find(jar),
                    local,
                    localSlots,
                    java,
                    UserCache.directoryIfAny("classes"),
                    directory.logs(),
                    null)));
        }
        if (!hosts.isEmpty()) {
            launchers.add(ssh(id, directory, hosts, false, tree));
        }
        if (slurm != null) {
            launchers.add(SlurmLauncher.of(
                    slurm.terms(id, directory.path(), slots == null ? 0 : slots, WorkerJar.find(jar), java)
                            .needing(needs),
                    System.getenv()));
        }
        if (pool != null) {
            launchers.add(PoolLauncher.of(pool));
        }
        return launchers;
    }

    /** Starts a sub-master without slots on this host; it outlives its ssh. Nothing is started yet. Reads no file. */
    public Launcher subMaster(RunId id, RunDirectory directory, HostSpec host) {
        HostTree alone =
                new HostTree(null, List.of(), List.of(new HostTree.SubMaster(host.name(), 0, List.of())), null);
        return ssh(id, directory, List.of(host), true, alone);
    }

    private SshLauncher ssh(RunId id, RunDirectory directory, List<HostSpec> on, boolean detached, HostTree shape) {
        return new SshLauncher(new SshLauncher.Config(
                on,
                ssh,
                WorkerJar.find(jar),
                java,
                id,
                directory.logs(),
                detached,
                masterHere,
                shape,
                shape.isFlat() ? null : WorkerJar.ofMaster()));
    }
}
