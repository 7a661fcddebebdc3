package dev.sluice.cli.run;

import dev.sluice.api.InputFile;
import dev.sluice.cli.option.GoalOptions;
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
            description = "AUTO: choose the master's host and the workers with the planner (see 'sluice plan'), "
                    + "among the named hosts or else all hosts of --view; executes a few units first unless "
                    + "the run was predicted. OFF: use the hosts as given (docs/plan.md; default: "
                    + "${DEFAULT-VALUE})")
    Mode mode = Mode.OFF;

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description =
                    "with --plan: network view of the hosts, as 'sluice hosts discover' writes it; host names must "
                            + "be known to ssh (default: all hosts on one switch)")
    @Nullable
    Path view;

    @Option(names = "--master-computes", description = "with --plan: also start a worker on the master's host")
    boolean masterComputes;

    @Option(
            names = "--min-gain",
            paramLabel = "PERCENT",
            description = "with --plan: stop adding workers when the next one adds less than PERCENT to the rate "
                    + "(default: ${DEFAULT-VALUE})")
    double minGain = 1;

    @Option(
            names = "--as-written",
            description = "with --plan: take hosts and links as the view has them, whatever earlier runs measured")
    boolean asWritten;

    @Mixin
    final GoalOptions goal = new GoalOptions();

    @Option(
            names = "--no-look",
            description = "with --plan: do not look at the hosts over ssh before the plan, which shows within four "
                    + "seconds who answers, has Java, free memory and free processors")
    boolean noLook;

    @Option(
            names = "--look",
            description = "with --plan: look at all hosts, also at those that a look within the last 15 minutes found "
                    + "usable")
    boolean look;

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
        if (look && noLook) {
            throw new SluiceException(ErrorCode.USAGE, "--look: with --no-look (expected: one of the two)");
        }
        if (!(minGain >= 0 && minGain < 100)) {
            throw new SluiceException(ErrorCode.USAGE, "--min-gain: " + minGain + " (expected: 0 to below 100)");
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
        ViewFile file = view == null ? null : PlaceOptions.readView(view);
        return new RunRequest.Planning(
                hosts,
                slots,
                master,
                view,
                file,
                PlaceOptions.ageSeconds(file, view),
                asWritten,
                masterComputes,
                minGain / 100,
                tree,
                execute,
                files,
                goal.terms(),
                which(execute));
    }

    private LooksAtHosts.Which which(boolean execute) {
        if (!execute || noLook) {
            return LooksAtHosts.Which.NONE;
        }
        return look ? LooksAtHosts.Which.ALL : LooksAtHosts.Which.UNSEEN;
    }
}
