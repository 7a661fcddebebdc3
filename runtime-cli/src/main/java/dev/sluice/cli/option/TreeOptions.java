package dev.sluice.cli.option;

import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.hosts.HostTreeFile;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sub-masters between the master and its workers, from a file or a plan. */
public final class TreeOptions {
    @Option(
            names = "--tree",
            paramLabel = "FILE|AUTO|NONE",
            description = "sub-masters between the master and remote workers: from FILE, AUTO (where the plan finds "
                    + "that they pay), or NONE (docs/sub-masters.md; default: ${DEFAULT-VALUE})")
    String shape = "NONE";

    /** Returns whether the plan chooses the sub-masters. */
    public boolean isPlanned() {
        return shape.equalsIgnoreCase("AUTO");
    }

    /** Returns whether a file names the sub-masters. */
    public boolean isTold() {
        return !isPlanned() && !shape.equalsIgnoreCase("NONE");
    }

    /** Refuses what cannot be together. */
    public void check(boolean planned) {
        if (isPlanned() && !planned) {
            throw wrong("AUTO without --plan AUTO (expected: both: the plan weighs each sub-master)");
        }
        if (isTold() && planned) {
            throw wrong(shape + " with --plan AUTO (expected: AUTO, NONE, or no plan)");
        }
    }

    private static SluiceException wrong(String what) {
        return new SluiceException(ErrorCode.USAGE, "--tree: " + what);
    }

    /**
     * Reads the tree from its file; without a file it has no sub-masters.
     *
     * @param hosts of the run, as far as they are told
     */
    public HostTree read(List<HostSpec> hosts) {
        Set<String> names = hosts.stream().map(HostSpec::name).collect(Collectors.toSet());
        return isTold() ? HostTreeFile.read(Path.of(shape), names) : HostTree.FLAT;
    }

    /**
     * The hosts of a run with this tree: those that are told, or else those that it names.
     *
     * @param slots of workers; null: as many as there are cores
     */
    public List<HostSpec> hosts(HostTree tree, List<HostSpec> told, @Nullable Integer slots) {
        Set<String> named = tree.hosts();
        List<HostSpec> hosts = new ArrayList<>();
        if (told.isEmpty()) {
            for (String name : named) {
                hosts.add(HostFile.line(shape, name).get(0).withSlots(slots == null ? 0 : slots));
            }
            return hosts;
        }
        for (HostSpec host : told) {
            if (!host.name().equals(tree.master()) || named.contains(host.name())) {
                hosts.add(host);
            }
        }
        return hosts;
    }
}
