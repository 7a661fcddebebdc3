package dev.sluice.cli.launch;

import dev.sluice.api.unit.UnitProcessors;
import dev.sluice.cli.option.FleetRange;
import dev.sluice.cli.option.HostOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.SlurmJob;
import dev.sluice.cli.option.SlurmOptions;
import dev.sluice.cli.option.WorkerJarOptions;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.worker.HostCapacity;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The workers that a command starts. */
public final class WorkerOptions {
    private static final int MOST = 1024;

    @Option(
            names = "--local",
            paramLabel = "N",
            description = "start N worker processes here; 0 without other workers: one unit after another, without a "
                    + "network (default: none, units run in this process)")
    private @Nullable Integer local;

    @Mixin
    private final HostOptions hosts = new HostOptions();

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units that each worker computes at the same time (default: as in the hosts file, or all "
                    + "cores; workers on this machine share its cores)")
    private @Nullable Integer slots;

    @Mixin
    private final SlurmOptions slurm = new SlurmOptions();

    @Mixin
    private final WorkerJarOptions program = new WorkerJarOptions();

    /** Resources of each unit, which another option says. */
    private UnitNeeds needs = UnitNeeds.NONE;

    /** Slots of the workers on this machine; 0: as for all others. */
    private int slotsHere;

    /** Adds a host, as {@code --host} does. */
    public void host(String line) {
        hosts.names = Stream.concat(hosts.names.stream(), Stream.of(line)).toList();
    }

    /**
     * Adds a worker on this machine to those on hosts, which were added before.
     *
     * @param slotCount its slots; 0: as for all others
     */
    public void here(int slotCount) {
        slotsHere = slotCount;
        if (local == null && tellOthers()) {
            local = 1;
        }
    }

    /** Lets each worker have as many slots as units with these needs have room on its host. */
    public void needs(UnitNeeds each) {
        needs = each;
    }

    /** Returns whether {@code --local} was given. */
    public boolean tellLocal() {
        return local != null;
    }

    /** Returns whether {@code --local} is 0. */
    public boolean tellNoneHere() {
        return local != null && local == 0;
    }

    /** Returns whether an option is about worker processes, so that they are wanted. */
    public boolean tellProcesses() {
        return local != null || program.jar != null || !program.javaOptions.isEmpty();
    }

    /** Adds options for the Java of workers on this machine, if all are here and in processes of their own. */
    public void javaOptionsHere(List<String> more) {
        if (tellProcesses() && !tellOthers()) {
            program.javaOptions =
                    Stream.concat(program.javaOptions.stream(), more.stream()).toList();
        }
    }

    /** Slots of each worker; null where they were not given. */
    public @Nullable Integer slots() {
        return slots == null ? null : OptionRange.between("--slots", slots, 1, MOST);
    }

    /** Sets the slots of each worker, as another option says. */
    public void slots(int each) {
        slots = each;
    }

    /** Returns whether workers on other hosts are wanted. */
    public boolean tellOthers() {
        return hosts.asked() || slurm.job() != null;
    }

    /** All hosts that were named, each once. */
    public List<HostSpec> hosts() {
        return hosts.all(slots());
    }

    /** Concludes the workers on the hosts that were named; one here unless there are others. */
    public WorkersToStart workers() {
        return workers(hosts(), 1, true, HostTree.FLAT);
    }

    /** Returns the range of a pool's fleet that Slurm starts; null where none was given. */
    public @Nullable FleetRange fleet() {
        FleetRange range = slurm.range();
        Integer each = slots();
        return range == null || each == null ? range : range.orSlots(each);
    }

    /** Returns the options for sbatch or srun. */
    public List<String> slurmWords() {
        return slurm.words();
    }

    /**
     * Concludes the workers of a pool without its fleet.
     *
     * @param usual agents on this machine where the options name none
     */
    public WorkersToStart workersBesideFleet(int usual) {
        boolean fleet = slurm.range() != null;
        return workers(hosts(), fleet ? 0 : usual, true, HostTree.FLAT, fleet ? null : slurm.job());
    }

    /**
     * Concludes the workers.
     *
     * @param reached hosts with a worker each, over ssh
     * @param usual workers on this machine where neither the options nor others are given
     * @param masterHere whether hosts look for the master here first
     * @param tree which hosts are sub-masters
     */
    public WorkersToStart workers(List<HostSpec> reached, int usual, boolean masterHere, HostTree tree) {
        return workers(reached, usual, masterHere, tree, slurm.job());
    }

    private WorkersToStart workers(
            List<HostSpec> reached, int usual, boolean masterHere, HostTree tree, @Nullable SlurmJob job) {
        boolean others = !reached.isEmpty() || job != null;
        int here = OptionRange.between("--local", local != null ? local : others ? 0 : usual, 0, MOST);
        Integer each = slots();
        int cores = Runtime.getRuntime().availableProcessors();
        int eachHere = slotsHere > 0 ? slotsHere : each == null ? Math.max(1, cores / Math.max(1, here)) : each;
        return new WorkersToStart(
                new WorkersToStart.Here(
                        here, here > 0 && !needs.equals(UnitNeeds.NONE) ? slotsHere(eachHere, here) : eachHere, false),
                each,
                needs,
                new WorkersToStart.Reached(reached, hosts.ssh, masterHere, tree),
                job,
                program.jar,
                others || here <= 1 ? program.javaOptions : sharing(here),
                null);
    }

    private List<String> sharing(int workers) {
        String told = "-D" + UnitProcessors.WORKERS_PROPERTY + "=" + workers;
        return Stream.concat(program.javaOptions.stream(), Stream.of(told)).toList();
    }

    private int slotsHere(int most, int processes) {
        if (needs.gpus() > 0 && processes > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--local: " + processes + ", with --gpu (expected: one worker, which divides the GPUs of this"
                            + " machine)");
        }
        HostCapacity host = HostCapacity.here(null);
        host.show();
        return host.slots(needs, most, processes);
    }
}
