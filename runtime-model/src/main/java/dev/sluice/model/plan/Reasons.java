package dev.sluice.model.plan;

import dev.sluice.model.Amount;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains why a sub-master pays, or why not.
 *
 * @param others number of similar candidates tried together with it
 */
record Reasons(Run run, Cluster cluster, int host, int others) {
    String sentence(double before, double after, boolean pays) {
        String name = link().name();
        List<String> less = less();
        if (pays) {
            String how = less.isEmpty() ? "fewer messages cross it" : String.join(", ", less);
            return name + ": " + how + "; saves " + Amount.seconds(before - after) + " of " + Amount.seconds(before)
                    + together();
        }
        Host lost = run.world().view().hosts().get(host);
        String slots = lost.slots() == 1 ? "a slot" : lost.slots() + " slots";
        String times = Amount.seconds(after) + " with it, " + Amount.seconds(before) + " without";
        String nothing = less.isEmpty()
                ? "there is no setup to carry once and no result to fold, and its host would lose " + slots
                : String.join(", ", less) + ", but its host would lose " + slots;
        return name + ": " + nothing + ": " + times + together();
    }

    private String together() {
        return others == 0 ? "" : ", together with " + others + " like it";
    }

    private Link link() {
        return run.world().view().links().get(cluster.link());
    }

    /** The transfers over the link that a sub-master would save. */
    private List<String> less() {
        Workload workload = run.work();
        double setup = 0;
        double folded = 0;
        for (int cycle = 0; cycle < workload.cycles(); cycle++) {
            setup = Math.max(setup, workload.setupBytes(cycle));
            folded = Math.max(folded, workload.foldedBytes(cycle));
        }
        String each = workload.cycles() > 1 ? " in each cycle" : "";
        int copies = cluster.workers().size();
        List<String> less = new ArrayList<>();
        StagedFiles files = run.world().terms().files();
        long lacking = cluster.workers().stream()
                .filter(worker -> files.missing(run.world().view().hosts().get(worker)) > 0)
                .count();
        if (lacking > 0 && files.copies() == StagedFiles.Copies.ONE_PER_HOST) {
            less.add(lacking + " copies of files of " + Amount.bytes(files.bytes()) + " become 1");
        }
        if (setup > 0) {
            less.add(copies + " setups of " + Amount.bytes(setup) + " become 1" + each);
        }
        if (run.world().terms().results() == ResultsKind.ACCUMULATED && folded > 0) {
            less.add(copies + " folded results of " + Amount.bytes(folded) + " become 1" + each);
        }
        return less;
    }
}
