package dev.sluice.cli.report;

import dev.sluice.model.record.RunView;
import java.util.List;
import java.util.Set;

/** The changes of settings that a run made while it went on, by a tuner or by hand, with their outcomes. */
final class ChangeRows {
    /** Kinds of decisions that change a setting. */
    private static final Set<String> KINDS = Set.of("policy", "workers", "tree", "own", "isolation");

    private final TableText text;

    ChangeRows(TableText text) {
        this.text = text;
    }

    /** @param decisions of a run, in their order; the first one about the policy is its starting setting */
    void write(List<RunView.Decision> decisions) {
        List<RunView.Decision> changes = decisions.stream()
                .filter(each -> KINDS.contains(each.kind()))
                .filter(each -> !isStart(each, decisions))
                .toList();
        if (changes.isEmpty()) {
            return;
        }
        text.line("");
        text.line("changes while the run was running:");
        for (RunView.Decision change : changes) {
            text.line("%10.3f s  %s: %s", change.seconds(), change.kind(), change.what());
            detail(change.why());
            detail(change.outcome());
        }
    }

    private static boolean isStart(RunView.Decision decision, List<RunView.Decision> all) {
        return all.stream()
                .filter(each -> each.kind().equals("policy"))
                .findFirst()
                .map(first -> first.number() == decision.number())
                .orElse(false);
    }

    private void detail(String words) {
        if (!words.isEmpty()) {
            text.line("%14s%s", "", words);
        }
    }
}
