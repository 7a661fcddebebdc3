package dev.sluice.cli.run;

import dev.sluice.cli.option.ListenAddress;
import dev.sluice.launch.RunFileGuard;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.RunId;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.SavedIdentity;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Listening;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A master that listens: workers and operators connect with run files. */
final class ListeningAccess implements RunAccess {
    private final RunRequest request;
    private final Places places;
    private final DurableRun durable;
    private final Output output;
    private final @Nullable SavedIdentity earlier;
    private final Listening.Terms terms;
    private final Supplier<RunIdentity> identity;
    private final Transport transport;
    private @Nullable Listening listening;
    private @Nullable RunFileGuard guard;

    /**
     * The run, and where its files are.
     *
     * @param workerFile the run file of workers
     */
    record Places(RunId id, Path workerFile, RunDirectory directory) {
        Path socket() {
            return directory.operatorFile().resolveSibling(id.text().replaceFirst(".*-", "") + ".sock");
        }
    }

    /**
     * Makes the key of the run in the background, if there is TLS; listens when it is opened. A run that goes on keeps
     * its key and its places.
     */
    ListeningAccess(RunRequest request, Places places, DurableRun durable, Output output) {
        this.request = request;
        this.places = places;
        this.durable = durable;
        this.output = output;
        this.earlier = durable.earlier();
        RunRequest.Master master = request.master();
        boolean others = request.workers().others();
        this.terms = new Listening.Terms(
                master.door().transport(),
                others || master.listen() != null || master.door().insecure(),
                address(master, others, earlier),
                earlier == null || earlier.socket() == null ? places.socket() : earlier.socket());
        RunIdentity own = earlier == null ? null : earlier.identity();
        if (own != null) {
            this.identity = () -> own;
            Transport.check(terms.address());
        } else if (terms.usesNetwork()) {
            this.identity = CompletableFuture.supplyAsync(RunIdentity::create)::join;
            Transport.check(terms.address()); // before workers start
        } else {
            this.identity = RunIdentity::create;
        }
        this.transport = Transport.open("sluice", master.door().ioThreads());
    }

    /** The address of the master before this one, if there was one. */
    private static InetSocketAddress address(
            RunRequest.Master master, boolean others, @Nullable SavedIdentity earlier) {
        InetSocketAddress told = ListenAddress.of(master.listen(), others);
        return earlier == null || earlier.port() == 0 ? told : new InetSocketAddress(told.getAddress(), earlier.port());
    }

    @Override
    public Loop loop() {
        return transport.loop();
    }

    @Override
    public RunFile open(SessionListener.Factory acceptor, SpillSpace spill) throws IOException {
        RunSecrets secrets = earlier == null ? RunSecrets.create() : earlier.secrets();
        if (earlier != null && earlier.socket() != null) {
            Files.deleteIfExists(earlier.socket()); // of a master that is gone: this one has the lock of the run
        }
        RunRequest.Master master = request.master();
        Listening open = Listening.open(
                transport,
                terms,
                identity,
                own -> new ServerConfig(own, secrets, master.door().insecure(), Limits.STANDARD, spill),
                acceptor);
        listening = open;
        RunId id = places.id();
        RunDirectory directory = places.directory();
        durable.listens(open.saved(id, secrets));
        RunFile forWorkers = open.runFile(id, Role.WORKER, secrets.worker())
                .needing(request.workers().needs());
        guard = RunFileGuard.of(
                id,
                open.socket(),
                places.workerFile(),
                directory.runFile(),
                directory.operatorFile(),
                directory.pageFile());
        forWorkers.write(places.workerFile());
        open.runFile(id, Role.OPERATOR, secrets.operator()).write(directory.operatorFile());
        output.started(id, open.address(), places.workerFile(), master.listen() != null);
        return forWorkers;
    }

    @Override
    public void shut() throws IOException {
        Listening open = listening;
        if (open != null) {
            open.close();
            RunDirectory.delete(places.workerFile());
            RunDirectory.delete(places.directory().operatorFile());
        }
    }

    @Override
    public void close() {
        Listening open = listening;
        if (open != null) {
            open.close();
        }
        transport.close();
        RunFileGuard begun = guard;
        if (begun != null) {
            begun.close();
        }
    }
}
