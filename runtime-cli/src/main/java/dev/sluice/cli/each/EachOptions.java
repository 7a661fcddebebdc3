package dev.sluice.cli.each;

import dev.sluice.api.InputFile;
import dev.sluice.app.each.CommandPlace;
import dev.sluice.app.each.EachSetup;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.shell.CommandLimits;
import dev.sluice.app.each.shell.OwnLimits;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.cli.each.input.InputOptions;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.option.LongHelp;
import dev.sluice.cli.run.ClusterOptions;
import dev.sluice.cli.run.Durability;
import dev.sluice.cli.run.Forwarded;
import dev.sluice.cli.run.RunRequest;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.worker.HostCapacity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code each}. */
final class EachOptions {
    private static final long PROGRESS_MILLIS = 10_000;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description =
                    "the command with its arguments, which may contain {}, {.}, {/}, {1} and others; then ::: and "
                            + "inputs, or :::: and files with inputs (default: a line of standard input each)")
    List<String> words = List.of();

    @Mixin
    final InputOptions input = new InputOptions();

    @Mixin
    final PrintOptions print = new PrintOptions();

    @Mixin
    final JobOptions jobs = new JobOptions();

    @Option(
            names = {"-S", "--sshlogin"},
            paramLabel = "HOSTS",
            description = "run commands on these hosts, as --host does: [N/][USER@]HOST,...; ':' is this machine, N "
                    + "commands at the same time; repeatable")
    private List<String> logins = List.of();

    @Option(
            names = {"--slf", "--sshloginfile"},
            paramLabel = "FILE",
            description = "the same hosts, one on each line of FILE; .. for ~/.parallel/sshloginfile; repeatable")
    private List<String> loginFiles = List.of();

    @Mixin
    final ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--dry-run", description = "print the commands, and run none")
    boolean dryRun;

    @Option(
            names = "--predict",
            description = "run a few of the commands, and say how long all take with 1 to 64 workers; their output is "
                    + "dropped")
    boolean predict;

    @Mixin
    final LongHelp help = new LongHelp();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    EachOptions() {}

    /** The job log whose failed commands run again; null where the command is typed. */
    @Nullable
    Path again() {
        return words.isEmpty() ? print.failedCommands() : null;
    }

    /** Commands at the same time on this machine, or on each worker; an estimate for workers elsewhere. */
    int slotsHere() {
        Integer told = cluster.workers.slots();
        int most = told == null ? Runtime.getRuntime().availableProcessors() : told;
        return jobs.needs().equals(UnitNeeds.NONE)
                ? most
                : Math.max(1, Math.min(most, HostCapacity.here(null).room(jobs.needs())));
    }

    /** Concludes the hosts, and lets workers run as many commands at a time as {@code --jobs}, needs and limits say. */
    void concludeSlots(PrintWriter err) {
        cluster.workers.javaOptionsHere(jobs.concludeTemporary());
        concludeJobs();
        if (!cluster.workers.tellOthers()) {
            int wanted = slotsHere();
            int most = JobSlots.within(wanted, OwnLimits.freeFiles(), OwnLimits.freeProcesses(), said -> {
                if (!print.quiet()) {
                    err.println("sluice: " + said);
                    err.flush();
                }
            });
            if (most < wanted) {
                cluster.workers.slots(most);
            }
        }
    }

    /** @param counted whether {@code --jobs} says how many commands run on each host */
    private void addLogins(WorkerOptions workers, boolean counted) {
        List<SshLogin> all = new ArrayList<>();
        logins.forEach(text -> all.addAll(SshLogin.list("-S", text)));
        loginFiles.forEach(name -> all.addAll(SshLogin.file("--sshloginfile", name)));
        for (SshLogin login : all) {
            if (!login.isHere()) {
                workers.host(login.host() + (login.slots() == 0 || counted ? "" : " slots=" + login.slots()));
            }
        }
        for (SshLogin login : all) {
            if (login.isHere()) {
                workers.here(counted ? 0 : login.slots());
            }
        }
    }

    private void concludeJobs() {
        cluster.workers.needs(jobs.needs());
        addLogins(cluster.workers, jobs.jobs() != null);
        String told = jobs.jobs();
        if (told == null) {
            return;
        }
        if (cluster.workers.slots() != null) {
            throw new SluiceException(ErrorCode.USAGE, "--jobs: with --slots (expected: only one of the two)");
        }
        if (!JobSlots.isPlain(told) && cluster.workers.tellOthers()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--jobs: " + told
                            + ", with workers on other hosts (expected: a number, or slots in the hosts file)");
        }
        cluster.workers.slots(JobSlots.of(told, Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Concludes these options.
     *
     * @param application the application of each, with its jar
     * @param typed all words of the command line
     */
    EachTerms terms(CommandTerms commands, RunRequest.Application application, List<String> typed) {
        boolean elsewhere = cluster.mayBeElsewhere();
        List<InputFile> files = cluster.files.files();
        OutputSettings output = print.settings(again() != null);
        return new EachTerms(
                setup(commands, files, elsewhere),
                output,
                files,
                cluster.request(
                        application,
                        new ClusterOptions.Terms(
                                print.form(elsewhere),
                                PROGRESS_MILLIS,
                                new UnitTerms(0, Isolation.OFF)
                                        .with(new UnitTerms.Memory(jobs.memoryBytes(), jobs.learnsMemory())),
                                FailureTerms.GOING_ON,
                                EachRuns.directory(),
                                false,
                                Durability.ofOwnJournal(output.journal().isPresent() ? typed : List.of()),
                                Forwarded.NONE)),
                print.verbose(),
                print.quiet(),
                print.live(),
                jobs.until());
    }

    private EachSetup setup(CommandTerms commands, List<InputFile> files, boolean elsewhere) {
        return new EachSetup(
                commands,
                CommandLimits.NONE
                        .timeLimit(jobs.timeoutNanos())
                        .tries(jobs.tries())
                        .rules(jobs.exitRules())
                        .memory(jobs.memoryBytes()),
                jobs.commandNeeds(),
                jobs.delayNanos(),
                jobs.nice(),
                place(files.stream().map(InputFile::name).toList()),
                elsewhere ? "" : ":");
    }

    /**
     * The place of the commands: a directory of its own for each where they share none. Workers of a pool may be on
     * this machine, or share its files.
     */
    CommandPlace place(List<String> files) {
        if (!jobs.workdir().isEmpty() && !jobs.wantsOwnDirectory()) {
            return new CommandPlace(false, jobs.workdir(), files);
        }
        boolean own = jobs.wantsOwnDirectory() || !files.isEmpty();
        boolean shared = !own && cluster.isOfPoolAlone() && !jobs.returnsFiles();
        String here = shared ? Path.of("").toAbsolutePath().toString() : "";
        return new CommandPlace(own || cluster.mayBeElsewhere(), here, files);
    }
}
