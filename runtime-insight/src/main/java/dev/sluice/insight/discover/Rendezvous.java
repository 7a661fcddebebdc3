package dev.sluice.insight.discover;

import dev.sluice.net.runfile.Secret;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The address and secret with which probes connect to this master.
 *
 * @param secret that they prove
 */
record Rendezvous(List<InetSocketAddress> addresses, String fingerprint, Secret secret, boolean insecure) {
    Rendezvous {
        addresses = List.copyOf(addresses.subList(0, Math.min(16, addresses.size())));
    }
}
