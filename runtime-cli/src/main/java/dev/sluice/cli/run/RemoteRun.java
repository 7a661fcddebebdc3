package dev.sluice.cli.run;

import dev.sluice.cli.foresight.ReturnedRun;
import dev.sluice.cli.launch.WorkerNews;
import dev.sluice.cli.process.Signals;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.ssh.SshMaster;
import dev.sluice.master.report.Due;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run whose master is on another host: it is started there over ssh, workers are started from here and join it, and
 * what it prints and leaves comes here. Used once, by one thread.
 */
final class RemoteRun {
    /** Options that only this side needs, or that the master gets in another way. */
    private static final Set<String> HERE = Stream.concat(
                    Stream.of(
                            "--best-effort",
                            "--by",
                            "--class-path",
                            "--dry-run",
                            "--help",
                            "--host",
                            "--hosts",
                            "--journal",
                            "--listen",
                            "--local",
                            "--master",
                            "--on-end",
                            "--on-fail",
                            "--plan",
                            "--planned-weights",
                            "--prediction",
                            "--run-dir",
                            "--slots",
                            "--ssh",
                            "--tree",
                            "--within",
                            "--worker-jar",
                            "--worker-java-options"),
                    RunRequest.Planning.OPTIONS.stream())
            .collect(Collectors.toUnmodifiableSet());

    /** Files of this side, or processes that only a master beside them can start. */
    private static final List<String> REFUSED =
            List.of("--insecure", "--file", "--prediction", "--run-file", "--slurm", "--slurm-options");

    private static final long PATIENCE_SECONDS = 4;

    /** Hosts whose planned weights fit into the command line of the master; others weigh as much as the mean. */
    private static final int MOST_WEIGHTS = 1_000;

    /** Bytes of these weights; a system takes no word of 128 KiB in a command line. */
    private static final int MOST_WEIGHT_BYTES = 64 << 10;

    private final RunRequest request;
    private final Output output;
    private final PrintStream out;
    private final ReturnedRun returned;
    private final HostSpec host;
    private final ReturnedFiles files;
    private final SshMaster master;
    private final List<Launcher> launchers = new ArrayList<>();
    private final Map<String, LaunchPhases> phases = new ConcurrentHashMap<>();
    private volatile @Nullable LaunchPhases masterPhases;
    private volatile long returnedBytes;
    private volatile @Nullable Path directory;
    private volatile @Nullable SubMasterStarter starter;
    private @Nullable SluiceException allGone;
    private boolean deserted;
    private int living;

    /**
     * @param host the master's
     * @param out receives what the master prints
     * @param returned gives the master its forecast, and the history what comes back
     */
    RemoteRun(RunRequest request, HostSpec host, Output output, PrintStream out, ReturnedRun returned) {
        this.request = request;
        this.output = output;
        this.out = out;
        this.returned = returned;
        if (request.reporting().forwarded().isTyped("--foreign-socket")) {
            throw wrong("--master: " + host.name() + " with functions of a Python process (expected: no --master; the "
                    + "process that calls map or Executor is the master of its functions)");
        }
        for (String option : REFUSED) {
            boolean planned = request.planned() != null && option.equals("--prediction");
            if (request.reporting().forwarded().isTyped(option) && !planned) {
                throw wrong(option + ": with --master " + host.name() + " (expected: only one of the two)");
            }
        }
        this.files = new ReturnedFiles(request.master().directory());
        this.host = host;
        RunId name = RunDirectory.newId(request.application().jar());
        this.master = new SshMaster(new SshMaster.Config(
                host,
                request.workers().reached().ssh(),
                name.text(),
                WorkerJar.ofMaster(),
                request.application().jars(),
                arguments(name)));
    }

    private static SluiceException wrong(String text) {
        return new SluiceException(ErrorCode.USAGE, text);
    }

    private List<String> arguments(RunId name) {
        int slots = request
                .workers()
                .launchers(name, new RunDirectory(request.master().directory(), name))
                .stream()
                .mapToInt(Launcher::expectedSlots)
                .sum();
        List<String> words = new ArrayList<>();
        words.addAll(request.reporting().forwarded().configured(HERE));
        words.addAll(request.reporting().forwarded().typed(HERE));
        String listen = request.master().listen();
        words.addAll(List.of("--local", "0", "--listen", listen == null ? "0.0.0.0:0" : listen, "--journal", "none"));
        words.addAll(List.of("--expect-slots", String.valueOf(slots)));
        Double possible = request.reporting().expected().possible();
        if (possible != null) {
            words.addAll(List.of("--possible", possible.toString()));
        }
        Due due = request.reporting().expected().due();
        if (due != null) {
            words.addAll(List.of("--by", due.text(), "--best-effort")); // the answer was given here
        }
        words.addAll(request.reporting().forwarded().words(request.scheduling()));
        PlannedWeights weights = request.scheduling().rules().planned();
        if (!weights.isNone()) {
            words.addAll(List.of("--planned-weights", weights.words(MOST_WEIGHTS, MOST_WEIGHT_BYTES)));
        }
        words.addAll(subMasters());
        if (request.master().directory() != null) {
            words.addAll(List.of("--run-dir", files.there()));
        }
        String told = returned.foretold();
        if (told != null) {
            words.addAll(List.of("--foretold", told));
        }
        TreeForetold foretold = request.reporting().expected().tree();
        if (foretold != null) {
            words.addAll(List.of("--tree-foretold", foretold.words()));
        }
        List<String> own = request.application().arguments();
        if (!own.isEmpty()) {
            words.add("--");
            words.addAll(own);
        }
        return words;
    }

    /** Names the hosts on which the master may ask for sub-masters, if it tunes the tree. */
    private List<String> subMasters() {
        List<String> names = AskedSubMasters.fitting(
                request.workers().hosts().stream().map(HostSpec::name).toList());
        return request.scheduling().tree() == null || names.isEmpty()
                ? List.of()
                : List.of("--sub-masters-on", String.join(",", names));
    }

    /** The commands that do the same. */
    List<String> byHand() {
        List<String> lines = new ArrayList<>();
        lines.add("# nothing was started; to run by hand, start the master");
        lines.addAll(master.byHand());
        lines.add("# once it listens, copy its run file here as worker.run and start each worker");
        RunId name = new RunId("run");
        request.workers()
                .launchers(name, new RunDirectory(request.master().directory(), name))
                .forEach(launcher -> lines.addAll(launcher.byHand(Path.of("worker.run"))));
        return lines;
    }

    /** Returns the exit code. */
    int run() throws IOException, InterruptedException {
        Path named = request.master().directory();
        if (named != null) {
            new RunDirectory(named, new RunId("run")).create(); // before the master starts
            files.create();
        }
        output.say("the master is on " + host.name());
        try (Signals signals = Signals.handle(this::signalled)) {
            int exitCode;
            try {
                exitCode = master.run(new Life(), files.into());
                files.settle();
            } catch (LaunchException broken) {
                if (signals.exitCode() == 0) {
                    throw broken;
                }
                exitCode = signals.exitCode();
            }
            SluiceException why = desertion();
            if (why != null && signals.exitCode() == 0) {
                throw why;
            }
            record();
            return signals.exitCode() == 0 ? exitCode : signals.exitCode();
        } finally {
            SubMasterStarter able = starter;
            if (able != null) {
                able.close();
            }
            started().forEach(Launcher::ending);
            for (Launcher launcher : started()) {
                launcher.awaitEnd(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            }
        }
    }

    /** Writes the history of the run that came back; what cannot be written costs a line. */
    private void record() throws InterruptedException {
        Path came = directory;
        LaunchPhases first = masterPhases;
        if (came != null && first != null) {
            ReturnedRun.Started started = new ReturnedRun.Started(
                    host.name(), first, returnedBytes, phases, request.workers().hosts());
            RunDirectoryFiles.attempt("row in the history", output::say, () -> returned.record(came, started));
        }
    }

    /** Its directory here; empty as long as it has none. */
    String place() {
        Path came = directory;
        return came == null ? "" : came.toAbsolutePath().normalize().toString();
    }

    private synchronized List<Launcher> started() {
        return List.copyOf(launchers);
    }

    private synchronized @Nullable SluiceException desertion() {
        return deserted ? allGone : null;
    }

    private void signalled(int exitCode, boolean again) {
        started().forEach(Launcher::ending);
        master.stop();
        if (again) {
            Thread killer = new Thread(this::abandonLater, "sluice-abandon");
            killer.setDaemon(true);
            killer.start();
        }
    }

    /** The second Ctrl-C: whatever hangs, this process ends. */
    private void abandonLater() {
        try {
            TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            // now, then
        }
        master.abandon();
    }

    /** Receives the events of the master. */
    private final class Life implements SshMaster.Listener {
        @Override
        public double sinceCommand() {
            return returned.sinceCommand();
        }

        @Override
        public void returned(long bytes) {
            returnedBytes = bytes;
        }

        @Override
        public void listens(RunFile workers, LaunchPhases start) throws IOException {
            masterPhases = start;
            RunDirectory directory = new RunDirectory(request.master().directory(), workers.run());
            directory.create();
            RemoteRun.this.directory = directory.path();
            if (request.reporting().history()) {
                RunDirectoryFiles.list(directory, output::say);
            }
            RunPlan plan = request.planned();
            if (plan != null) {
                RunDirectoryFiles.write(directory, plan);
            }
            SubMasterStarter made =
                    new SubMasterStarter(request.workers(), workers.run(), directory, output::say, output::ask);
            made.join(workers);
            starter = made;
            List<Launcher> all = request.workers().launchers(workers.run(), directory);
            synchronized (RemoteRun.this) {
                launchers.addAll(all);
                living = all.size();
            }
            Watch watch = new Watch();
            for (Launcher launcher : all) {
                launcher.start(watch);
                launcher.join(workers);
            }
        }

        @Override
        public void deserted() {
            synchronized (RemoteRun.this) {
                deserted = true;
            }
        }

        @Override
        public void printed(byte[] line) {
            out.writeBytes(line);
            out.flush();
        }

        @Override
        public void said(String line) {
            output.say(line);
            String host = AskedSubMasters.host(line);
            SubMasterStarter able = starter;
            if (host != null && able != null && request.scheduling().tree() != null) {
                able.start(host, why -> {
                    output.say("sub-master on " + host + ": " + why);
                    master.refuse(host, why);
                });
            }
        }
    }

    /** Receives the events of the launchers. */
    private final class Watch extends WorkerNews {
        Watch() {
            super(output::say);
        }

        @Override
        public void phases(Place where, LaunchPhases found) {
            phases.putIfAbsent(where.host(), found);
        }

        /** Others may still join where the master was told at which address to listen. */
        @Override
        public void allGone(String lastWords) {
            boolean alone;
            synchronized (RemoteRun.this) {
                living--;
                alone = living == 0 && request.master().listen() == null;
                if (alone) {
                    allGone = new SluiceException(troubles().code(), lastWords);
                }
            }
            if (alone) {
                master.stopUnlessOver();
            }
        }
    }
}
