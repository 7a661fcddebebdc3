package dev.sluice.cli.run;

import dev.sluice.cli.option.ListenAddress;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.RunId;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A master that listens: workers and operators connect with run files. */
final class ListeningAccess implements RunAccess {
    private final RunRequest request;
    private final RunId id;
    private final Path workerFile;
    private final Path operatorFile;
    private final Output output;
    private final InetSocketAddress address;
    private final CompletableFuture<RunIdentity> identity;
    private final Transport transport;
    private @Nullable Endpoint endpoint;

    /** Makes the key of the run in the background; listens when it is opened. */
    ListeningAccess(RunRequest request, RunId id, Path workerFile, Path operatorFile, Output output) {
        this.request = request;
        this.id = id;
        this.workerFile = workerFile;
        this.operatorFile = operatorFile;
        this.output = output;
        this.identity = CompletableFuture.supplyAsync(RunIdentity::create);
        this.address =
                ListenAddress.of(request.master().listen(), request.workers().others());
        Transport.check(address); // before workers start
        this.transport = Transport.open("sluice", request.master().ioThreads());
    }

    @Override
    public Loop loop() {
        return transport.loop();
    }

    @Override
    public RunFile open(SessionListener.Factory acceptor, SpillSpace spill) throws IOException {
        RunSecrets secrets = RunSecrets.create();
        RunIdentity own = identity.join();
        boolean insecure = request.master().insecure();
        Endpoint open =
                transport.listen(address, new ServerConfig(own, secrets, insecure, Limits.STANDARD, spill), acceptor);
        endpoint = open;
        List<InetSocketAddress> addresses = ReachableAddresses.of(open.address());
        RunFile forWorkers = new RunFile(id, addresses, own.fingerprint(), Role.WORKER, secrets.worker(), insecure);
        forWorkers.write(workerFile);
        new RunFile(id, addresses, own.fingerprint(), Role.OPERATOR, secrets.operator(), insecure).write(operatorFile);
        output.started(id, open.address(), workerFile, request.master().listen() != null);
        return forWorkers;
    }

    @Override
    public void shut() throws IOException {
        Endpoint open = endpoint;
        if (open != null) {
            open.close();
            RunDirectory.delete(workerFile);
            RunDirectory.delete(operatorFile);
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
