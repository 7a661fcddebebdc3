package dev.sluice.net.message;

import dev.sluice.net.runfile.Secret;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Master to worker: connect to the other end of a probe.
 *
 * @param addresses not resolved, in the order in which to try
 * @param fingerprint SHA-256 of the certificate that is shown there, 64 lower-case hexadecimal digits
 */
public record ProbeDial(
        long transfer,
        List<InetSocketAddress> addresses,
        String fingerprint,
        Secret secret,
        boolean insecure,
        ProbeTerms terms)
        implements Message {
    public ProbeDial {
        Checks.notNegative("transfer", transfer);
        Checks.between("addresses", addresses.size(), 1, 16);
        Checks.sha256(fingerprint);
        addresses = List.copyOf(addresses);
    }
}
