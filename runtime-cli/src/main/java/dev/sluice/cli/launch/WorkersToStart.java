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
 * @param here workers on this machine
 * @param slots of each worker of Slurm; null: what the file of hosts says, or all cores
 * @param needs of each unit
 * @param reached workers over ssh
 * @param slurm workers that Slurm starts; null for none
 * @param jar as told; null: it is looked for
 * @param java options of their JVMs
 * @param pool starts further workers; null for none
 */
public record WorkersToStart(
        Here here,
        @Nullable Integer slots,
        UnitNeeds needs,
        Reached reached,
        @Nullable SlurmJob slurm,
        @Nullable Path jar,
        List<String> java,
        PoolLauncher.@Nullable Terms pool) {
    /**
     * Workers on this machine.
     *
     * @param slots of each of them
     * @param embedded whether the one worker is in this process: no process is started
     */
    public record Here(int workers, int slots, boolean embedded) {}

    /**
     * Hosts with one worker each, over ssh.
     *
     * @param ssh how they are reached
     * @param masterHere whether hosts look for the master here first
     * @param tree which of the hosts are sub-masters
     */
    public record Reached(List<HostSpec> hosts, String ssh, boolean masterHere, HostTree tree) {
        /** No hosts. */
        public static final Reached NONE = new Reached(List.of(), "ssh", true, HostTree.FLAT);

        public Reached {
            hosts = List.copyOf(hosts);
        }
    }

    public WorkersToStart {
        java = List.copyOf(java);
    }

    /** One worker with so many slots, in this process. */
    public static WorkersToStart inThisProcess(int slots) {
        return new WorkersToStart(
                new Here(1, slots, true), null, UnitNeeds.NONE, Reached.NONE, null, null, List.of(), null);
    }

    /** True if the one worker is in this process. */
    public boolean embedded() {
        return here.embedded;
    }

    /** Workers on this machine. */
    public int local() {
        return here.workers;
    }

    /** Slots of each worker on this machine. */
    public int localSlots() {
        return here.slots;
    }

    /** Hosts with one worker each. */
    public List<HostSpec> hosts() {
        return reached.hosts;
    }

    /** Returns whether workers are started on other machines. */
    public boolean others() {
        return !hosts().isEmpty() || slurm != null || pool != null;
    }

    /** The same workers as a plan places them. */
    public WorkersToStart placed(RunPlan plan) {
        return new WorkersToStart(
                new Here(plan.localSlots() > 0 ? 1 : 0, plan.localSlots(), false),
                slots,
                needs,
                new Reached(plan.workers(), reached.ssh, plan.master() == null, plan.tree()),
                slurm,
                jar,
                java,
                pool);
    }

    /** The same workers, of which the only one is in this process. */
    public WorkersToStart inThisProcess() {
        return new WorkersToStart(new Here(1, here.slots, true), slots, needs, reached, slurm, jar, java, pool);
    }

    /** The same workers, and those of a pool. */
    public WorkersToStart with(PoolLauncher.Terms more) {
        Here processes = new Here(here.workers, here.slots, false);
        return new WorkersToStart(processes, slots, needs, reached, slurm, jar, java, more);
    }

    /** All that starts processes, for this run; nothing is started yet. */
    public List<Launcher> launchers(RunId id, RunDirectory directory) {
        List<Launcher> launchers = new ArrayList<>();
        if (here.workers > 0 && !here.embedded) {
            launchers.add(new LocalLauncher(new LocalLauncher.Config(
                    WorkerJar.find(jar),
                    here.workers,
                    here.slots,
                    java,
                    UserCache.directoryIfAny("classes"),
                    directory.logs(),
                    null)));
        }
        if (!hosts().isEmpty()) {
            launchers.add(ssh(id, directory, hosts(), false, reached.tree));
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

    /** Starts one more worker, on this host. Nothing is started yet. */
    public Launcher more(RunId id, RunDirectory directory, HostSpec host) {
        return ssh(id, directory, List.of(host), false, HostTree.FLAT);
    }

    /** Starts a sub-master without slots on this host; it outlives its ssh. Nothing is started yet. Reads no file. */
    public Launcher subMaster(RunId id, RunDirectory directory, HostSpec host) {
        HostTree alone =
                new HostTree(null, List.of(), List.of(new HostTree.SubMaster(host.name(), 0, List.of())), null);
        return ssh(id, directory, List.of(host), true, alone);
    }

    private SshLauncher ssh(RunId id, RunDirectory directory, List<HostSpec> on, boolean detached, HostTree shape) {
        return new SshLauncher(new SshLauncher.Config(
                on, reached.ssh, WorkerJar.find(jar), java, id, directory.logs(), detached, reached.masterHere, shape));
    }
}
