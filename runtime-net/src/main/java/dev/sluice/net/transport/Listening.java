package dev.sluice.net.transport;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.SavedIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.session.SessionListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The places where a master takes connections: a local socket, an address of the network, or both. */
public final class Listening implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

    /**
     * The places to listen at.
     *
     * @param network whether peers come over the network; if not, the address serves where no local socket is possible
     * @param address of the network
     * @param socket path of the local socket; one in a temporary directory serves if this one is not possible
     */
    public record Terms(TransportChoice choice, boolean network, InetSocketAddress address, Path socket) {
        /** Tells whether the address is listened on, if the local socket is possible. */
        public boolean usesNetwork() {
            return choice == TransportChoice.TCP || (network && choice == TransportChoice.AUTO);
        }
    }

    private final Transport transport;
    private final SessionListener.Factory acceptor;
    private @Nullable Endpoint local;
    private @Nullable Endpoint remote;
    private @Nullable LocalSocket socket;
    private @Nullable Path temporary;
    private @Nullable ServerConfig config;

    private Listening(Transport transport, SessionListener.Factory acceptor) {
        this.transport = transport;
        this.acceptor = acceptor;
    }

    /**
     * Listens; returns when bound. Not on the loop.
     *
     * @param identity makes the key of the run; called only if there is TLS
     * @param configs makes the settings with that key, or without
     * @throws NetException ADDRESS_IN_USE, or CONNECT_FAILED if only the local socket is wanted and there can be none
     */
    public static Listening open(
            Transport transport,
            Terms terms,
            Supplier<RunIdentity> identity,
            Function<@Nullable RunIdentity, ServerConfig> configs,
            SessionListener.Factory acceptor) {
        Listening open = new Listening(transport, acceptor);
        try {
            open.begin(terms, identity, configs);
            return open;
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private void begin(
            Terms terms, Supplier<RunIdentity> identity, Function<@Nullable RunIdentity, ServerConfig> configs) {
        boolean network = terms.usesNetwork();
        ServerConfig used = configs.apply(network ? identity.get() : null);
        if (terms.choice() != TransportChoice.TCP) {
            IOException why = local(terms.socket(), used);
            if (why != null && terms.choice() == TransportChoice.UNIX) {
                throw new NetException(
                        ErrorCode.CONNECT_FAILED,
                        "transport unix: " + why.getMessage()
                                + " (expected: a directory that takes a socket; transport tcp does without)");
            }
            if (why != null) {
                LOG.warn("no local socket, workers connect by TCP: {}", why.getMessage());
            }
            if (why != null && !network) {
                network = true;
                used = configs.apply(identity.get());
            }
        }
        config = used;
        if (network) {
            remote = transport.listen(terms.address(), used, acceptor);
        }
    }

    /** Listens on the local socket; returns why not, or null. */
    private @Nullable IOException local(Path wanted, ServerConfig config) {
        try {
            if (LocalSocket.fits(wanted)) {
                listen(wanted, config);
                return null;
            }
        } catch (IOException e) {
            LOG.debug("no socket at {}", wanted, e); // such as on a file system without sockets
        }
        try {
            Path directory = Files.createTempDirectory("sluice-");
            temporary = directory;
            Path elsewhere = directory.resolve("sock");
            if (!LocalSocket.fits(elsewhere)) {
                throw new IOException(elsewhere + ": too long for a socket");
            }
            listen(elsewhere, config);
            return null;
        } catch (IOException e) {
            deleteTemporary();
            return e;
        }
    }

    private void listen(Path path, ServerConfig config) throws IOException {
        LocalSocket fresh = LocalSocket.here(path);
        local = transport.listen(fresh, config, acceptor);
        socket = fresh;
    }

    /** The run file with which a peer of this role joins. */
    public RunFile runFile(RunId run, Role role, Secret secret) {
        ServerConfig used = Objects.requireNonNull(config);
        return new RunFile(
                run,
                remote == null ? List.of() : ReachableAddresses.of(remote.address()),
                socket,
                used.fingerprint(),
                role,
                secret,
                used.insecure(),
                UnitNeeds.NONE);
    }

    /** The identity with which another process can be this master after its end. */
    public SavedIdentity saved(RunId run, RunSecrets secrets) {
        InetSocketAddress address = address();
        return new SavedIdentity(
                run,
                Objects.requireNonNull(config).identity(),
                secrets,
                address == null ? 0 : address.getPort(),
                socket());
    }

    /** The path of the local socket; null if there is none. */
    public @Nullable Path socket() {
        return socket == null ? null : socket.path();
    }

    /** The address of the network with the chosen port; null if there is none. */
    public @Nullable InetSocketAddress address() {
        return remote == null ? null : remote.address();
    }

    /** Accepts no more connections; sessions stay. */
    @Override
    public void close() {
        if (remote != null) {
            remote.close();
        }
        if (local != null) {
            local.close();
        }
        if (socket != null) {
            delete(socket.path());
        }
        deleteTemporary();
    }

    private void deleteTemporary() {
        if (temporary != null) {
            delete(temporary);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("cannot delete {}", path, e);
        }
    }
}
