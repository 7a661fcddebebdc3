package dev.sluice.app.dot;

import java.util.ArrayList;
import java.util.List;

/**
 * The best poses of some rotations: the result of a unit, and of all. No two are equal, so that the best of several
 * lists are the same in whatever order the lists are merged.
 *
 * @param poses the best one first
 */
public record BestPoses(List<Pose> poses) {
    static final BestPoses NONE = new BestPoses(List.of());

    /** Merges two sorted lists, and keeps at most {@code kept} poses. */
    BestPoses merged(BestPoses other, int kept) {
        List<Pose> merged = new ArrayList<>(Math.min(kept, poses.size() + other.poses.size()));
        int here = 0;
        int there = 0;
        while (merged.size() < kept && (here < poses.size() || there < other.poses.size())) {
            boolean takesThere = here == poses.size()
                    || there < other.poses.size() && other.poses.get(there).compareTo(poses.get(here)) < 0;
            merged.add(takesThere ? other.poses.get(there++) : poses.get(here++));
        }
        return new BestPoses(merged);
    }
}
