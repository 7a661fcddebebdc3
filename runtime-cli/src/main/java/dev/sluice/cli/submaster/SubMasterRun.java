package dev.sluice.cli.submaster;

import dev.sluice.cli.launch.StartTimes;
import dev.sluice.cli.option.TypedCommand;
import dev.sluice.cli.process.LastResort;
import dev.sluice.cli.process.Signals;
import dev.sluice.cli.run.Launchers;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.RunFileGuard;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.submaster.Forwarding;
import dev.sluice.master.submaster.MergeProcess;
import dev.sluice.master.submaster.ParentTerms;
import dev.sluice.master.submaster.SubMaster;
import dev.sluice.master.submaster.SubMasterAddresses;
import dev.sluice.master.submaster.SubMasterCore;
import dev.sluice.master.submaster.SubMasterIdentity;
import dev.sluice.master.submaster.SubMasterSettings;
import dev.sluice.model.SluiceException;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Listening;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A sub-master's process, from its first connection to the end. Used once, by one thread. */
final class SubMasterRun {
    /** Its own worker has so long to end by itself. */
    private static final long OWN_MILLIS = 5_000;

    /** Its own worker may compute so long for another master, which ends it with the run. */
    private static final long OWN_MOVED_MILLIS = TimeUnit.DAYS.toMillis(365);

    private final Transport transport;
    private final RunFile above;
    private final Consumer<String> said;
    private final SubMaster subMaster;
    private final Launchers own;

    /** @param own starts the worker for its own slots */
    SubMasterRun(
            Transport transport,
            SubMasterAddresses places,
            SubMasterIdentity identity,
            List<Launcher> own,
            Consumer<String> said) {
        this.own = new Launchers(own, said, new StartTimes());
        this.transport = transport;
        this.above = places.master();
        this.said = said;
        this.subMaster = new SubMaster(
                transport.loop(),
                (place, address, listener) -> transport.dial(address, ClientConfig.of(place), listener),
                places,
                identity,
                said);
    }

    /** Done when the run has it. */
    CompletableFuture<Void> joined() {
        return subMaster.joined();
    }

    /** Whoever started it is gone: once the master is lost as well, it is over. Any thread. */
    void letGo() {
        subMaster.letGo();
    }

    /** Serves workers there, by a run file at this place, until the run is over. */
    RunEnd run(Listening.Terms terms, Path workersFile) throws IOException, InterruptedException {
        Supplier<RunIdentity> identity =
                terms.usesNetwork() ? CompletableFuture.supplyAsync(RunIdentity::create)::join : RunIdentity::create;
        try (Signals signals = Signals.handle(this::signalled)) {
            subMaster.start();
            return serve(await(subMaster.told()), identity, terms, workersFile);
        }
    }

    private RunEnd serve(ParentTerms told, Supplier<RunIdentity> identity, Listening.Terms terms, Path workersFile)
            throws IOException, InterruptedException {
        Jars jars = Jars.serve(told.jars(), told.registered().application(), told.files());
        MergeProcess merger = new MergeProcess(transport.loop(), told.load(), said);
        MasterLoop master = new MasterLoop(
                settings(told, jars),
                told.terms().kept(),
                transport.loop(),
                subMaster,
                (core, driver, course) -> new Forwarding(core, driver, course, merger::merge));
        master.start(0, 0);
        subMaster.serve(new SubMasterCore(master, told.terms().kept()));
        RunSecrets secrets = RunSecrets.create();
        Listening listening = Listening.open(
                transport,
                terms,
                identity,
                key -> new ServerConfig(
                        key,
                        secrets,
                        above.insecure(),
                        Limits.STANDARD,
                        master.core().spill()),
                session -> master.workerSession(jars));
        try (LoopGuard watch = LoopGuard.watch(transport.loop(), guarded(), LoopGuard.PATIENCE_NANOS);
                RunFileGuard guard = RunFileGuard.of(above.run(), listening.socket(), workersFile)) {
            own.start(master, false);
            RunFile forWorkers = listening
                    .runFile(above.run(), Role.WORKER, secrets.worker())
                    .needing(above.needs());
            forWorkers.write(workersFile);
            own.join(forWorkers);
            subMaster.listens(Refuge.of(forWorkers));
            said.accept("workers join with: " + TypedCommand.ofProcess().join(workersFile));
            return await(subMaster.ended());
        } finally {
            listening.close();
            merger.close();
            own.awaitEnd(subMaster.isRemoved() ? OWN_MOVED_MILLIS : OWN_MILLIS);
            RunDirectory.delete(workersFile);
        }
    }

    /** Lets the process die: its workers then go to its master with the work that they hold. */
    private LoopGuard.Guarded guarded() {
        return new LastResort(subMaster.ended(), how -> LastResort.halt(how, () -> {}), how -> {});
    }

    private static RunSettings settings(ParentTerms told, Jars jars) {
        RunSettings.Budget own = new RunSettings.Budget(
                Runtime.getRuntime().maxMemory() / 4, Long.MAX_VALUE, Path.of(System.getProperty("java.io.tmpdir")));
        return SubMasterSettings.of(told, jars, own, new SplittableRandom(new SecureRandom().nextLong()));
    }

    private void signalled(int exitCode, boolean again) {
        if (again) {
            Runtime.getRuntime().halt(exitCode);
        }
        subMaster.leave("SIGTERM");
    }

    private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SluiceException known) {
                throw known;
            }
            throw new IllegalStateException("the sub-master failed", e.getCause());
        }
    }
}
