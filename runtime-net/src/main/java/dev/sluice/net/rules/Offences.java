package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts violations by peers, and logs at most one line a second of each kind. Thread-safe. */
public final class Offences {
    private static final Logger LOG = LoggerFactory.getLogger(Offences.class);
    private static final long LOG_EVERY_NANOS = 1_000_000_000;

    private static final class Tally {
        long count;
        long silent;
        long loggedNanos;
    }

    private final Map<ErrorCode, Tally> tallies = new EnumMap<>(ErrorCode.class);

    /** One more; {@code text} is shown printable. */
    public void note(ErrorCode code, String peer, String text) {
        long silent;
        synchronized (tallies) {
            Tally tally = tallies.computeIfAbsent(code, any -> new Tally());
            tally.count++;
            long now = System.nanoTime();
            if (tally.count > 1 && now - tally.loggedNanos < LOG_EVERY_NANOS) {
                tally.silent++;
                return;
            }
            tally.loggedNanos = now;
            silent = tally.silent;
            tally.silent = 0;
        }
        String more = silent == 0 ? "" : " (and " + silent + " more like it)";
        LOG.warn("{} {}: {}{}", code, Text.printable(peer, 100), Text.printable(text, 300), more);
    }

    public Map<ErrorCode, Long> counts() {
        synchronized (tallies) {
            Map<ErrorCode, Long> counts = new TreeMap<>();
            tallies.forEach((code, tally) -> counts.put(code, tally.count));
            return counts;
        }
    }
}
