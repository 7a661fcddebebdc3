package dev.sluice.net.message;

import dev.sluice.net.runfile.Secret;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Master to worker: from where to fetch a file that it asked for.
 *
 * @param from the worker to fetch from; null for the master itself
 */
public record FileSource(String sha256, @Nullable Door from) implements Message {
    /**
     * The place where a worker listens for others.
     *
     * @param addresses not resolved, in the order in which to try
     * @param fingerprint SHA-256 of the certificate that is shown there, 64 lower-case hexadecimal digits
     * @param secret that is proven there
     */
    public record Door(List<InetSocketAddress> addresses, String fingerprint, Secret secret, boolean insecure) {
        public Door {
            Checks.between("addresses", addresses.size(), 1, 16);
            Checks.sha256(fingerprint);
            addresses = List.copyOf(addresses);
        }
    }

    public FileSource {
        Checks.sha256(sha256);
    }
}
