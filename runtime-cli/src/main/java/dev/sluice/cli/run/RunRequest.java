package dev.sluice.cli.run;

import dev.sluice.api.InputFile;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.cli.foresight.ForesightTerms;
import dev.sluice.cli.foresight.RunExpectation;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.GoalTerms;
import dev.sluice.cli.page.PageTerms;
import dev.sluice.cli.plan.LooksAtHosts;
import dev.sluice.cli.trace.TraceUnits;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.RunId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.transport.TransportChoice;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validated input of a run, concluded from options and files before anything starts.
 *
 * @param workers as named, or as planned
 * @param durability how the run outlasts its master
 * @param plan the input of the planner; null: the run takes place as named
 * @param planned what the planner decided; null without a plan, and before there is one
 */
public record RunRequest(
        Application application,
        Master master,
        WorkersToStart workers,
        Scheduling scheduling,
        Limits limits,
        Reporting reporting,
        Durability durability,
        @Nullable Planning plan,
        @Nullable RunPlan planned) {
    /** Tells whether all workers are processes of this user on this machine. */
    boolean isOnThisMachine() {
        return plan == null
                && !workers.others()
                && master.host() == null
                && master.listen() == null
                && master.expectSlots() == 0;
    }

    /**
     * The application.
     *
     * @param jars its jar first
     * @param className null: the class that the jar names
     * @param prediction a file; null: the latest prediction, if any
     */
    public record Application(
            List<Path> jars,
            @Nullable String className,
            List<String> arguments,
            @Nullable Path prediction) {
        public Application {
            jars = List.copyOf(jars);
            arguments = List.copyOf(arguments);
        }

        Path jar() {
            return jars.get(0);
        }
    }

    /**
     * The master's process.
     *
     * @param host null: this one
     * @param id of a new run; null: one is made
     * @param directory the run's files; null: below {@code runs}
     * @param runs the directory of runs; null: sluice-runs in the working directory
     * @param runFile null: in the run's directory
     * @param expectSlots of workers that another command starts
     */
    public record Master(
            @Nullable HostSpec host,
            Door door,
            @Nullable RunId id,
            @Nullable Path directory,
            @Nullable Path runs,
            @Nullable Path runFile,
            int expectSlots) {
        /**
         * The place where workers and operators connect.
         *
         * @param listen as given; null: workers join only as this command starts them
         * @param transport by which they may connect
         * @param ioThreads threads that serve connections
         */
        record Door(@Nullable String listen, TransportChoice transport, boolean insecure, int ioThreads) {}

        /** A master on this host for workers that this command starts. */
        public static Master here(Path directory) {
            Door door = new Door(null, TransportChoice.AUTO, false, usualThreads());
            return new Master(null, door, null, directory, null, null, 0);
        }

        /** The address that was given; null: workers join only as this command starts them. */
        @Nullable
        String listen() {
            return door.listen;
        }

        /** The directory of a run on this machine. */
        RunDirectory directory(RunId id) {
            return new RunDirectory(directory == null && runs != null ? runs.resolve(id.text()) : directory, id);
        }

        static int usualThreads() {
            return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 4));
        }
    }

    /**
     * Limits of the run.
     *
     * @param resultMemoryBytes for results that are received and not yet accepted
     * @param resultDiskBytes for the same in files; null: half of what is free
     * @param probeBytes for measuring idle links, each minute
     * @param fileCacheBytes of each host's cache of files; 0: the usual size
     * @param seed of the run's random numbers; null: made from the run's id
     */
    public record Limits(
            long resultMemoryBytes,
            @Nullable Long resultDiskBytes,
            long probeBytes,
            UnitTerms units,
            FailureTerms failures,
            long fileCacheBytes,
            @Nullable Long seed) {
        /** Returns the terms of units with the seed of this run. */
        UnitTerms units(RunId run) {
            return units.seeded(seed(run));
        }

        long seed(RunId run) {
            return seed == null ? UnitSite.seedOf(run.text()) : seed;
        }
    }

    /**
     * Output and records of the run.
     *
     * @param history whether the history of runs is read and written
     * @param traceUnits the units in units.csv and trace.json
     * @param expected of the run
     * @param page the live page
     * @param forwarded the options for a master elsewhere
     * @param hooks commands after the end
     */
    public record Reporting(
            Output.Form form,
            long progressMillis,
            boolean history,
            TraceUnits traceUnits,
            RunExpectation expected,
            PageTerms page,
            Forwarded forwarded,
            EndHooks hooks) {
        /** Nothing is printed or recorded. */
        public static final Reporting NONE = new Reporting(
                Output.Form.QUIET,
                Long.MAX_VALUE,
                false,
                TraceUnits.OFF,
                RunExpectation.NONE,
                PageTerms.NONE,
                Forwarded.NONE,
                EndHooks.NONE);

        Reporting with(RunExpectation other) {
            return new Reporting(form, progressMillis, history, traceUnits, other, page, forwarded, hooks);
        }
    }

    /**
     * Input of the planner.
     *
     * @param hosts that were named; empty: all of the view
     * @param slots of each worker; null: as the hosts say
     * @param master the host that was named for the master; null: any
     * @param seen the network view
     * @param tree whether sub-masters are planned
     * @param execute whether a few units may be executed to learn their costs
     * @param files that the user names: they are on this host
     * @param goal what the user wants of the plan
     * @param look the hosts that are looked at over ssh first
     */
    record Planning(
            List<HostSpec> hosts,
            @Nullable Integer slots,
            @Nullable String master,
            Seen seen,
            boolean tree,
            boolean execute,
            List<InputFile> files,
            GoalTerms goal,
            LooksAtHosts.Which look) {
        /**
         * A network view, if there is one.
         *
         * @param view its name; null: all hosts are around one switch
         * @param file what is in the view
         * @param ageSeconds since the view was measured or written; infinite without a view [s]
         * @param asWritten whether hosts and links are taken as the view has them
         */
        record Seen(@Nullable Path view, @Nullable ViewFile file, double ageSeconds, boolean asWritten) {}

        /** Options that only a plan uses. */
        static final List<String> OPTIONS = List.of("--view", "--goal", "--as-written");

        Planning {
            hosts = List.copyOf(hosts);
            files = List.copyOf(files);
        }
    }

    /** The predicted times of a tree; null without sub-masters or a simulation. */
    static @Nullable TreeForetold foretold(HostTree tree) {
        HostTree.Foretold known = tree.foretold();
        return tree.isFlat() || known == null
                ? null
                : new TreeForetold(tree.subMasters().size(), known.units(), known.seconds(), known.secondsWithout());
    }

    /** The same run where a plan puts it. */
    RunRequest placed(RunPlan decided) {
        return new RunRequest(
                application,
                master,
                workers.placed(decided),
                scheduling.with(decided.plan().handout()).with(decided.weights()),
                limits,
                reporting.with(
                        reporting.expected.planned(decided.plan().solution().rate(), foretold(decided.tree()))),
                durability,
                plan,
                decided);
    }

    /** The same run, which hands out units so. */
    RunRequest with(Scheduling other) {
        return new RunRequest(application, master, workers, other, limits, reporting, durability, plan, planned);
    }

    /** The same run, of which this is expected. */
    RunRequest expecting(RunExpectation other) {
        return new RunRequest(
                application, master, workers, scheduling, limits, reporting.with(other), durability, plan, planned);
    }

    /** The master's host, as planned or as named; null: this one. */
    @Nullable
    HostSpec host() {
        return planned == null ? master.host : planned.master();
    }

    /** The facts that a forecast needs to know of this run. */
    public ForesightTerms foresight() {
        boolean placed = planned != null || reporting.expected.isPlanned();
        return new ForesightTerms(
                ForesightTerms.kind(workers, placed, master.listen() != null),
                application.jars,
                application.prediction,
                workers,
                reporting.expected.due() == null ? scheduling.active() : reporting.expected.assumed(),
                scheduling.simulated(),
                reporting.history,
                planned,
                reporting.expected);
    }
}
