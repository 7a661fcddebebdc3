package dev.sluice.net.runfile;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.rules.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The data with which a worker joins a run, an operator controls it, or a client of a pool connects, as lines of
 * {@code key=value}. Only its owner may read the file, in a directory that only the owner may enter; looser permissions
 * are refused. Keys: {@code run}, {@code address} (host:port, any number of lines), {@code socket} and {@code machine}
 * (both or none), {@code certificate}, {@code role} ({@code worker} by default), {@code secret}, {@code insecure},
 * {@code needs}. Lines that start with {@code #} are comments. The last line is {@code end}: a file without it is not
 * whole.
 *
 * @param addresses where the master listens, in the order in which to try; not resolved; empty if only on the socket
 * @param socket where it serves peers of its own machine; null for none
 * @param fingerprint SHA-256 of the master's certificate, 64 lower-case hexadecimal digits;
 *     {@link #WITHOUT_CERTIFICATE} if the master has none, because it listens only on the socket
 * @param role the role of its user: any but MASTER, PROBE and PEER
 * @param secret proves that role in this run
 * @param insecure no TLS; loopback only
 * @param needs of each unit
 */
public record RunFile(
        RunId run,
        List<InetSocketAddress> addresses,
        @Nullable LocalSocket socket,
        String fingerprint,
        Role role,
        Secret secret,
        boolean insecure,
        UnitNeeds needs) {
    /** The fingerprint of a master without a certificate. */
    public static final String WITHOUT_CERTIFICATE = "0".repeat(64);

    private static final String INVALID = "run file: ";
    private static final Set<Role> FOR_USERS = EnumSet.complementOf(EnumSet.of(Role.MASTER, Role.PROBE, Role.PEER));

    public RunFile {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty() && socket == null) {
            throw new IllegalArgumentException("run file: no address (expected: at least one, or a socket)");
        }
        RunIdentity.checkFingerprint(fingerprint);
        if (!FOR_USERS.contains(role)) {
            throw new IllegalArgumentException("run file: role " + role + " (expected: one that a file is for)");
        }
    }

    /** The same for units with these needs. */
    public RunFile needing(UnitNeeds each) {
        return new RunFile(run, addresses, socket, fingerprint, role, secret, insecure, each);
    }

    /** Every place to try from this process: the socket first, if it can be reached, then the addresses. */
    public List<SocketAddress> places() {
        List<SocketAddress> places = new ArrayList<>(addresses);
        if (socket != null && socket.usable()) {
            places.add(0, socket.address());
        }
        return places;
    }

    /**
     * The same for peers that connect over the network.
     *
     * @throws NetException CONNECT_FAILED if the master does not listen on the network
     */
    public RunFile overNetwork() {
        if (addresses.isEmpty()) {
            throw new NetException(
                    ErrorCode.CONNECT_FAILED,
                    this + ": the master takes workers of its own machine only (expected: one that runs with --listen,"
                            + " or with workers on other hosts)");
        }
        return new RunFile(run, addresses, null, fingerprint, role, secret, insecure, needs);
    }

    /**
     * The same for peers on the master's machine.
     *
     * @throws NetException CONNECT_FAILED if the master has no socket that this process can reach
     */
    public RunFile overSocket() {
        if (socket == null || !socket.usable()) {
            String why =
                    socket == null ? "the master has no local socket" : socket.path() + " cannot be reached from here";
            throw new NetException(
                    ErrorCode.CONNECT_FAILED,
                    this + ": " + why + " (expected: a master of this machine, user and network namespace, or one that"
                            + " runs with --listen)");
        }
        return new RunFile(run, List.of(), socket, fingerprint, role, secret, insecure, needs);
    }

    /**
     * Reads the file at {@code path}.
     *
     * @throws NetException RUN_FILE_EXPOSED if others may read it or it is not a plain file of this user,
     *     RUN_FILE_INVALID, FILE_NOT_FOUND
     */
    public static RunFile read(Path path) {
        try {
            if (!Files.exists(path, NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(path.toString()); // before the directory, which may be any
            }
            checkKind(path);
            return named(path, new StringReader(PrivateFiles.read(path)));
        } catch (NoSuchFileException e) {
            throw new NetException(
                    ErrorCode.FILE_NOT_FOUND,
                    "run file: " + path
                            + ": no such file (expected: the file of a run that goes on; it is deleted when the run"
                            + " ends, and --wait waits for it)");
        } catch (IOException e) {
            throw new NetException(ErrorCode.RUN_FILE_INVALID, "run file: " + path + ": " + e.getMessage());
        }
    }

    /** Reads the text of a file, which errors name. */
    private static RunFile named(Path path, Reader text) {
        try {
            return parse(text);
        } catch (NetException wrong) {
            String message = String.valueOf(wrong.getMessage());
            throw new NetException(
                    wrong.code(),
                    INVALID + path + ": " + message.substring(message.startsWith(INVALID) ? INVALID.length() : 0));
        }
    }

    /** Refuses directories and files of another kind before their permissions, which would not be what is wrong. */
    private static void checkKind(Path path) throws IOException {
        boolean readable = Files.isRegularFile(path, NOFOLLOW_LINKS) && Files.isReadable(path);
        if (Files.isDirectory(path) || readable && !isLikeRunFile(PrivateFiles.content(path, PrivateFiles.MAX_BYTES))) {
            throw new NetException(
                    ErrorCode.RUN_FILE_INVALID,
                    "run file: " + path + " is " + (Files.isDirectory(path) ? "a directory" : "no run file")
                            + " (expected: the file that the master wrote, such as private/worker.run of a run)");
        }
    }

    /** Tells whether the first line could be a key and its value, also if the file was cut off. */
    private static boolean isLikeRunFile(String text) {
        return text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .findFirst()
                .map(line -> line.matches("[a-z]*(=.*)?"))
                .orElse(true);
    }

    /**
     * Reads the same text from standard input or elsewhere, up to its line {@code end}.
     *
     * @throws NetException RUN_FILE_INVALID, also if there is no line {@code end}, because a part is missing then; the
     *     secret is never repeated in the message
     */
    public static RunFile parse(Reader text) {
        Map<String, String> values = new HashMap<>();
        List<InetSocketAddress> addresses = new ArrayList<>();
        try {
            List<String> lines = lines(text);
            for (int i = 0; i < lines.size(); i++) {
                take(lines.get(i).strip(), i + 1, values, addresses);
            }
            return assemble(values, addresses);
        } catch (IOException | IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    /** The lines before the line {@code end}. */
    private static List<String> lines(Reader text) throws IOException {
        BufferedReader reader = new BufferedReader(text);
        List<String> lines = new ArrayList<>();
        int characters = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.equals("end")) {
                return lines;
            }
            lines.add(line);
            characters += line.length() + 1;
            if (characters > PrivateFiles.MAX_BYTES) {
                throw invalid("longer than " + PrivateFiles.MAX_BYTES + " characters");
            }
        }
        throw invalid("not whole: it stops after line " + lines.size() + " (expected: a last line 'end')");
    }

    private static void take(String line, int number, Map<String, String> values, List<InetSocketAddress> addresses) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        int equals = line.indexOf('=');
        String key = equals < 0 ? "" : line.substring(0, equals);
        String value = line.substring(equals + 1);
        switch (key) {
            case "address" -> addresses.add(address(value));
            case "run", "certificate", "role", "secret", "insecure", "socket", "machine", "needs" -> {
                if (values.put(key, value) != null) {
                    throw invalid("line " + number + ": " + key + " again");
                }
            }
            default ->
                throw invalid("line " + number
                        + ": unknown key (expected: run, address, socket, machine, certificate, role, secret,"
                        + " insecure or needs, then '=')");
        }
    }

    private static RunFile assemble(Map<String, String> values, List<InetSocketAddress> addresses) {
        String needs = values.get("needs");
        String insecure = values.getOrDefault("insecure", "false");
        if (!insecure.equals("true") && !insecure.equals("false")) {
            throw invalid("insecure: (expected: true or false)");
        }
        return new RunFile(
                new RunId(Text.printable(needed(values, "run"), 80)),
                addresses,
                socket(values),
                addresses.isEmpty()
                        ? values.getOrDefault("certificate", WITHOUT_CERTIFICATE)
                        : needed(values, "certificate"),
                role(values.getOrDefault("role", "worker")),
                Secret.parse(needed(values, "secret")),
                insecure.equals("true"),
                needs == null ? UnitNeeds.NONE : UnitNeeds.parse(needs));
    }

    private static @Nullable LocalSocket socket(Map<String, String> values) {
        String path = values.get("socket");
        if (path == null && !values.containsKey("machine")) {
            return null;
        }
        return LocalSocket.of(path == null ? needed(values, "socket") : path, needed(values, "machine"));
    }

    private static Role role(String text) {
        for (Role role : FOR_USERS) {
            if (role.text().equals(text)) {
                return role;
            }
        }
        throw invalid("role: (expected: one of "
                + FOR_USERS.stream().map(Role::text).collect(Collectors.joining(", ")) + ")");
    }

    private static String needed(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw invalid("no line '" + key + "='");
        }
        return value;
    }

    /**
     * Names no place outside of this process. Its worker is connected by {@link dev.sluice.net.memory.MemoryLink} and
     * proves nothing.
     */
    public static RunFile inProcess(RunId run) {
        return new RunFile(
                run,
                List.of(InetSocketAddress.createUnresolved("this-process", 1)),
                null,
                WITHOUT_CERTIFICATE,
                Role.WORKER,
                Secret.of(new byte[Secret.BYTES]),
                false,
                UnitNeeds.NONE);
    }

    /** {@code host:port} or {@code [ipv6]:port}, not resolved. */
    public static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isEmpty() && port >= 1 && port <= 65_535) {
                return InetSocketAddress.createUnresolved(host, port);
            }
        } catch (NumberFormatException e) {
            // falls through
        }
        throw new IllegalArgumentException("address: '" + Text.printable(text, 300) + "' (expected: HOST:PORT)");
    }

    /** The address in the format of {@link #address}. */
    public static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    private static NetException invalid(String what) {
        return new NetException(ErrorCode.RUN_FILE_INVALID, "run file: " + what);
    }

    /** The text to write or to pipe, ended by a line {@code end}. Contains the secret. */
    public String text() {
        StringBuilder text = new StringBuilder("# What ");
        text.append(
                switch (role) {
                    case OPERATOR -> "an operator needs to steer";
                    case AGENT -> "an agent needs to serve";
                    case ADMIN -> "a command needs to change";
                    case SUBMIT -> "a command needs to bring runs to";
                    case READ -> "a command needs to see";
                    default -> "a worker needs to join";
                });
        text.append(role.ofPoolClient() || role == Role.AGENT ? " this pool." : " this run.")
                .append(" Keep it to yourself.\n");
        text.append("run=").append(run).append('\n');
        for (InetSocketAddress address : addresses) {
            text.append("address=").append(text(address)).append('\n');
        }
        if (socket != null) {
            text.append("socket=").append(socket.path()).append('\n');
            text.append("machine=").append(socket.machine()).append('\n');
        }
        if (!addresses.isEmpty() || !fingerprint.equals(WITHOUT_CERTIFICATE)) {
            text.append("certificate=").append(fingerprint).append('\n');
        }
        text.append("role=").append(role.text()).append('\n');
        text.append("secret=").append(secret.text()).append('\n');
        if (insecure) {
            text.append("insecure=true\n");
        }
        if (!needs.equals(UnitNeeds.NONE)) {
            text.append("needs=").append(needs.text()).append('\n');
        }
        return text.append("end\n").toString();
    }

    /**
     * Writes it to {@code path}, mode 0600, in one step; creates the directory with mode 0700 if there is none.
     *
     * @throws NetException RUN_FILE_EXPOSED if the directory is looser or another user's, RUN_FILE_INVALID or
     *     FILE_NOT_FOUND if no file can be written there
     */
    public void write(Path path) {
        PrivateFiles.write(path, text());
    }

    @Override
    public String toString() {
        return "run file of " + run;
    }
}
