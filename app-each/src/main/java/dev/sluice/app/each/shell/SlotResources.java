package dev.sluice.app.each.shell;

import dev.sluice.api.unit.UnitProcessors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The resources of each slot of a crew, which commands find in their environment. The slots divide the graphics
 * processors of the worker.
 *
 * @param cpus processors of each command; 0: an equal part of those of this host
 * @param gpusEach graphics processors of each command; 0: not told
 * @param gpus ids of all graphics processors of this worker
 */
public record SlotResources(int cpus, int gpusEach, List<String> gpus) {
    /** Nothing was told. */
    public static final SlotResources NONE = new SlotResources(0, 0, List.of());

    public SlotResources {
        gpus = List.copyOf(gpus);
        if (cpus < 0 || gpusEach < 0 || gpus.size() < gpusEach) {
            throw new IllegalArgumentException(
                    gpus.size() + " GPUs on this host (expected: at least " + gpusEach + ", as each command needs)");
        }
    }

    /**
     * Variables for the commands of a slot.
     *
     * @param slot from 1
     * @param environment of this process, whose numbers of threads stay
     * @return NAME=VALUE each
     */
    List<String> variables(int slot, Map<String, String> environment) {
        List<String> variables = new ArrayList<>();
        if (cpus > 0) {
            variables.add("SLUICE_CPUS=" + cpus);
        }
        UnitProcessors.threads(Integer.toString(cpus > 0 ? cpus : UnitProcessors.each()), environment)
                .forEach((name, threads) -> variables.add(name + "=" + threads));
        if (gpusEach > 0) {
            int share = (slot - 1) % (gpus.size() / gpusEach) * gpusEach;
            String ids = String.join(",", gpus.subList(share, share + gpusEach));
            variables.add("SLUICE_GPUS=" + ids);
            variables.add("CUDA_VISIBLE_DEVICES=" + ids);
        }
        return variables;
    }
}
