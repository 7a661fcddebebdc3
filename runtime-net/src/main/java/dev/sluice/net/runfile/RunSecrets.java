package dev.sluice.net.runfile;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The secrets of a run or of a pool, one for each role that may connect. */
public record RunSecrets(Map<Role, Secret> byRole) {
    /** The roles that connect. */
    static final Set<Role> ROLES = Set.copyOf(EnumSet.complementOf(EnumSet.of(Role.MASTER)));

    public RunSecrets {
        byRole = Map.copyOf(byRole);
        if (!byRole.keySet().equals(ROLES)) {
            throw new IllegalArgumentException("secrets: of " + byRole.keySet() + " (expected: of " + ROLES + ")");
        }
    }

    /** New ones. */
    public static RunSecrets create() {
        Map<Role, Secret> fresh = new EnumMap<>(Role.class);
        ROLES.forEach(role -> fresh.put(role, Secret.create()));
        return new RunSecrets(fresh);
    }

    /** New ones but for that of probes. */
    public static RunSecrets ofProbes(Secret probe) {
        return create().with(Role.PROBE, probe);
    }

    /** New ones but for that of workers that fetch files. */
    public static RunSecrets ofPeers(Secret peer) {
        return create().with(Role.PEER, peer);
    }

    private RunSecrets with(Role role, Secret secret) {
        Map<Role, Secret> changed = new EnumMap<>(byRole);
        changed.put(role, secret);
        return new RunSecrets(changed);
    }

    /** The secret that a peer of {@code role} must prove. */
    public Secret of(Role role) {
        Secret secret = byRole.get(role);
        if (secret == null) {
            throw new IllegalArgumentException("role: " + role + " (expected: one that connects)");
        }
        return secret;
    }

    public Secret worker() {
        return of(Role.WORKER);
    }

    public Secret operator() {
        return of(Role.OPERATOR);
    }

    public Secret probe() {
        return of(Role.PROBE);
    }

    public Secret peer() {
        return of(Role.PEER);
    }

    @Override
    public String toString() {
        return "secrets of " + byRole.keySet();
    }
}
