package dev.sluice.cli.run;

import dev.sluice.api.InputFile;
import dev.sluice.cli.option.GoalOptions;
import dev.sluice.cli.option.GoalTerms;
import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.cli.plan.LooksAtHosts;
import dev.sluice.hosts.HostSpec;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of a run that is planned before it begins. */
final class RunPlanOptions {
    /** Who says where a run takes place. */
    enum Mode {
        /** The command. */
        OFF,
        /** The model, among the hosts that the command names. */
        AUTO
    }

    @Option(
            names = "--plan",
            paramLabel = "MODE",
            description = "AUTO: the planner chooses the master's host and the workers, among the named hosts or those "
                    + "of --view; OFF (docs/plan.md; default: ${DEFAULT-VALUE})")
    Mode mode = Mode.OFF;

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description =
                    "with --plan: network view of the hosts, as 'sluice hosts discover' writes it, with names that "
                            + "ssh knows (default: one switch)")
    @Nullable
    Path view;

    @Option(
            names = "--as-written",
            description = "with --plan: take hosts and links as the view has them, whatever earlier runs measured")
    boolean asWritten;

    @Mixin
    final GoalOptions goal = new GoalOptions();

    boolean asked() {
        return mode == Mode.AUTO;
    }

    /** Refuses what only a plan would use, if it was typed, and what cannot be. */
    void check(ParseResult typed) {
        for (String option : RunRequest.Planning.OPTIONS) {
            if (!asked() && typed.hasMatchedOption(option)) {
                throw new SluiceException(ErrorCode.USAGE, option + ": without --plan AUTO (expected: both)");
            }
        }
    }

    /** Concludes what a planner decides by; a usage error without any hosts. */
    RunRequest.Planning planning(
            List<HostSpec> hosts,
            @Nullable Integer slots,
            @Nullable String master,
            boolean tree,
            boolean execute,
            List<InputFile> files) {
        if (hosts.isEmpty() && view == null) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--plan: AUTO without hosts (expected: --hosts FILE, --host NAME or --view FILE)");
        }
        GoalTerms terms = goal.terms();
        ViewFile file = view == null ? null : PlaceOptions.readView(view);
        return new RunRequest.Planning(
                hosts,
                slots,
                master,
                new RunRequest.Planning.Seen(view, file, PlaceOptions.ageSeconds(file, view), asWritten),
                tree,
                execute,
                files,
                terms,
                which(execute, terms.look()));
    }

    private static LooksAtHosts.Which which(boolean execute, @Nullable Boolean look) {
        if (!execute || Boolean.FALSE.equals(look)) {
            return LooksAtHosts.Which.NONE;
        }
        return look == null ? LooksAtHosts.Which.UNSEEN : LooksAtHosts.Which.ALL;
    }
}
