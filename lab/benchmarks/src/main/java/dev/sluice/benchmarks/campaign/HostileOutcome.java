package dev.sluice.benchmarks.campaign;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The outcome of a run beside hostile peers.
 *
 * @param aloneRate units that honest workers delivered in a second before the attack
 * @param attackedRate the same during the attack
 * @param heapBytes most that the master kept after a collection during the attack
 * @param mostLines lines about the peer with the most
 * @param attackSeconds how long the attack took
 * @param crowd what the hostile peers did
 */
record HostileOutcome(
        long seed,
        double aloneRate,
        double attackedRate,
        long heapBytes,
        int mostLines,
        double attackSeconds,
        Crowd crowd,
        List<String> findings) {
    /** The memory of the master [bytes]. */
    static final long HEAP_BYTES = 128L << 20;

    HostileOutcome {
        findings = List.copyOf(findings);
    }

    /**
     * The deeds of the hostile peers.
     *
     * @param hoarded units that were given to them
     * @param silent connections that said nothing
     */
    record Crowd(long messages, Map<HostileAttack, Integer> sessions, long hoarded, long silent) {
        static Crowd of(HostileCrowd crowd) {
            return new Crowd(crowd.messages(), crowd.sessions(), crowd.hoarded(), crowd.silent());
        }

        @Override
        public String toString() {
            String each = sessions.entrySet().stream()
                    .map(entry -> entry.getValue() + " " + entry.getKey())
                    .collect(Collectors.joining(", "));
            return String.format(
                    Locale.ROOT,
                    "%,d messages and %,d units taken in sessions: %s; %,d silent connections",
                    messages,
                    hoarded,
                    each,
                    silent);
        }
    }

    /** The rate during the attack over that before. */
    double ratio() {
        return attackedRate / aloneRate;
    }

    /** Lines about the peer with the most, per second. */
    double linesPerSecond() {
        return mostLines / attackSeconds;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "hostile seed %d: %.0f units/s alone, %.0f attacked for %.0f s (ratio %.2f); the master keeps %d MiB of"
                        + " %d; %d lines about one peer (%.2f/s); %s: %s",
                seed,
                aloneRate,
                attackedRate,
                attackSeconds,
                ratio(),
                heapBytes >> 20,
                HEAP_BYTES >> 20,
                mostLines,
                linesPerSecond(),
                crowd,
                findings.isEmpty() ? "ok" : findings.size() + " FINDINGS");
    }
}
