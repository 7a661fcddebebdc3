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
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Listening;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A master that listens: workers and operators connect with run files. */
final class ListeningAccess implements RunAccess {
    private final RunRequest request;
    private final RunId id;
    private final Path workerFile;
    private final RunDirectory directory;
    private final Output output;
    private final Listening.Terms terms;
    private final Supplier<RunIdentity> identity;
    private final Transport transport;
    private @Nullable Listening listening;
    private @Nullable RunFileGuard guard;

    /** Makes the key of the run in the background, if there is TLS; listens when it is opened. */
    ListeningAccess(RunRequest request, RunId id, Path workerFile, RunDirectory directory, Output output) {
        this.request = request;
        this.id = id;
        this.workerFile = workerFile;
        this.directory = directory;
        this.output = output;
        RunRequest.Master master = request.master();
        boolean others = request.workers().others();
        this.terms = new Listening.Terms(
                master.transport(),
                others || master.listen() != null || master.insecure(),
                ListenAddress.of(master.listen(), others),
                directory.operatorFile().resolveSibling(id.text().replaceFirst(".*-", "") + ".sock"));
        if (terms.usesNetwork()) {
            this.identity = CompletableFuture.supplyAsync(RunIdentity::create)::join;
            Transport.check(terms.address()); // before workers start
        } else {
            this.identity = RunIdentity::create;
        }
        this.transport = Transport.open("sluice", master.ioThreads());
    }

    @Override
    public Loop loop() {
        return transport.loop();
    }

    @Override
    public RunFile open(SessionListener.Factory acceptor, SpillSpace spill) throws IOException {
        RunSecrets secrets = RunSecrets.create();
        RunRequest.Master master = request.master();
        Listening open = Listening.open(
                transport,
                terms,
                identity,
                own -> new ServerConfig(own, secrets, master.insecure(), Limits.STANDARD, spill),
                acceptor);
        listening = open;
        RunFile forWorkers = open.runFile(id, Role.WORKER, secrets.worker())
                .needing(request.workers().needs());
        guard = RunFileGuard.of(
                id, open.socket(), workerFile, directory.runFile(), directory.operatorFile(), directory.pageFile());
        forWorkers.write(workerFile);
        open.runFile(id, Role.OPERATOR, secrets.operator()).write(directory.operatorFile());
        output.started(id, open.address(), workerFile, master.listen() != null);
        return forWorkers;
    }

    @Override
    public void shut() throws IOException {
        Listening open = listening;
        if (open != null) {
            open.close();
            RunDirectory.delete(workerFile);
            RunDirectory.delete(directory.operatorFile());
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
