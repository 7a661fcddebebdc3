package dev.sluice.benchmarks.harness;

import java.util.List;

/** The connection of the two slots of a local run with their master. Each kind has a floor of the same kind. */
public enum LocalTransport {
    /** One process, without a socket. Its floor is a two-thread executor in one JVM. */
    MEMORY("-memory", List.of("--slots", "2"), ""),
    /** A Unix domain socket without TLS, the default for local workers. Figures over it have no suffix. */
    UNIX("", List.of("--local", "2", "--slots", "1", "--network=transport=unix"), "--unix"),
    /** TCP over the loopback with TLS 1.3. */
    TLS("-tls", List.of("--local", "2", "--slots", "1", "--network=transport=tcp"), "--tls"),
    /** TCP over the loopback without TLS. */
    PLAIN("-plain", List.of("--local", "2", "--slots", "1", "--insecure"), "");

    private final String suffix;
    private final List<String> masterOptions;
    private final String rawOption;

    LocalTransport(String suffix, List<String> masterOptions, String rawOption) {
        this.suffix = suffix;
        this.masterOptions = masterOptions;
        this.rawOption = rawOption;
    }

    /** The name of a figure that was measured over this transport. */
    public String name(String figure) {
        return figure + suffix;
    }

    /** The options of {@code sluice run} for two slots over this transport. */
    public List<String> masterOptions() {
        return masterOptions;
    }

    /** The option of the raw master for the same transport. */
    List<String> rawOptions() {
        return rawOption.isEmpty() ? List.of() : List.of(rawOption);
    }
}
