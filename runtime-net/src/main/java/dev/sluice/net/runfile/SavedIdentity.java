package dev.sluice.net.runfile;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a run's master, as lines of {@code key=value} in a file that only its owner may read. With it, a
 * later process is the same master to the workers of the run. Keys: {@code run}, the name of each role that connects
 * (secrets), {@code certificate} and {@code key} (both or none, in hexadecimal), {@code port}, {@code socket}. The last
 * line is {@code end}.
 *
 * @param identity of TLS; null if the master listens on a local socket only
 * @param port of the network; 0 if the master listens on a local socket only
 * @param socket absolute path of the local socket; null for none
 */
public record SavedIdentity(
        RunId run,
        @Nullable RunIdentity identity,
        RunSecrets secrets,
        int port,
        @Nullable Path socket) {
    private static final HexFormat HEX = HexFormat.of();

    /** Writes it, mode 0600, in one step. */
    public void write(Path file) {
        StringBuilder text = new StringBuilder();
        line(text, "run", run.text());
        for (Role role : Role.values()) {
            if (RunSecrets.ROLES.contains(role)) {
                line(text, role.text(), secrets.of(role).text());
            }
        }
        if (identity != null) {
            line(text, "certificate", HEX.formatHex(identity.certificateBytes()));
            line(text, "key", HEX.formatHex(identity.key().getEncoded()));
        }
        line(text, "port", String.valueOf(port));
        if (socket != null) {
            line(text, "socket", socket.toString());
        }
        PrivateFiles.write(file, text.append("end\n").toString());
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append('=').append(value).append('\n');
    }

    /**
     * Reads it.
     *
     * @throws NetException RUN_FILE_EXPOSED if others may read the file, RUN_FILE_INVALID if it has no identity; the
     *     message shows no secret
     */
    public static SavedIdentity read(Path file) {
        try {
            Map<String, String> values = values(file, PrivateFiles.read(file));
            String certificate = values.get("certificate");
            String socket = values.get("socket");
            return new SavedIdentity(
                    new RunId(needed(file, values, "run")),
                    certificate == null
                            ? null
                            : RunIdentity.of(HEX.parseHex(certificate), HEX.parseHex(needed(file, values, "key"))),
                    secrets(file, values),
                    Integer.parseInt(needed(file, values, "port")),
                    socket == null ? null : Path.of(socket));
        } catch (IOException e) {
            throw wrong(file, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw wrong(file, "a value cannot be read");
        }
    }

    private static RunSecrets secrets(Path file, Map<String, String> values) {
        Map<Role, Secret> secrets = new EnumMap<>(Role.class);
        RunSecrets.ROLES.forEach(role -> secrets.put(role, Secret.parse(needed(file, values, role.text()))));
        return new RunSecrets(secrets);
    }

    private static Map<String, String> values(Path file, String text) {
        Map<String, String> values = new HashMap<>();
        boolean whole = false;
        for (String line : text.lines().toList()) {
            whole = line.equals("end");
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        if (!whole) {
            throw wrong(file, "it is not whole");
        }
        return values;
    }

    private static String needed(Path file, Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw wrong(file, "no line '" + key + "='");
        }
        return value;
    }

    private static NetException wrong(Path file, String why) {
        return new NetException(
                ErrorCode.RUN_FILE_INVALID,
                "identity: " + file + ": " + why + " (expected: the file that the run's master wrote)");
    }

    @Override
    public String toString() {
        return "identity of " + run;
    }
}
