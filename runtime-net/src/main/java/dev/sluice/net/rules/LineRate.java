package dev.sluice.net.rules;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits the lines about each subject, such as a peer: a burst, then one a second. Counts the lines that are not shown.
 * Confined to its owner.
 */
public final class LineRate {
    /** Subjects remembered; the oldest is forgotten first. */
    private static final int MOST_SUBJECTS = 4_096;

    private static final class Subject {
        private final TokenBucket bucket;
        private long silent;

        private Subject(int burst, long nowNanos) {
            this.bucket = new TokenBucket(burst, 1, nowNanos);
        }
    }

    private final int burst;
    private final Map<String, Subject> subjects = new LinkedHashMap<>();

    /** @param burst lines about one subject that are shown at once */
    public LineRate(int burst) {
        this.burst = burst;
    }

    /**
     * The line to show, with the number of earlier ones that were not shown; empty if this one is not shown.
     *
     * @param nowNanos monotonic [ns]
     */
    public String line(String subject, String text, long nowNanos) {
        Subject known = subjects.get(subject);
        if (known == null) {
            known = new Subject(burst, nowNanos);
            subjects.put(subject, known);
            if (subjects.size() > MOST_SUBJECTS) {
                subjects.remove(subjects.keySet().iterator().next());
            }
        }
        if (!known.bucket.take(1, nowNanos)) {
            known.silent++;
            return "";
        }
        long silent = known.silent;
        known.silent = 0;
        return silent == 0 ? text : text + " (" + silent + " lines about it were not shown)";
    }
}
