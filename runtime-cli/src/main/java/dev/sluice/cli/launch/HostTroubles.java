package dev.sluice.cli.launch;

import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.model.ErrorCode;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Collects the problems of hosts that decide how a run ends. Any thread. */
public final class HostTroubles {
    private final Set<ErrorCode> codes = EnumSet.noneOf(ErrorCode.class);
    private final Set<Place> refused = new HashSet<>();
    private boolean joined;

    /** Another verdict; returns the line that says it, empty for a good one. */
    synchronized String add(Place where, PlaceVerdict verdict) {
        if (verdict.good()) {
            joined = true;
            return "";
        }
        codes.add(verdict.kind().code());
        refused.add(where);
        return where.host() + ": " + text(verdict);
    }

    /** A verdict that is not good, for people. */
    public static String text(PlaceVerdict verdict) {
        return verdict.kind().code() + " " + verdict.kind() + ": " + verdict.reason() + System.lineSeparator()
                + "  by hand: " + verdict.byHand();
    }

    /** Returns whether no worker could be started at a place. */
    synchronized boolean isRefused(Place where) {
        return refused.contains(where);
    }

    /** Why nobody is left: what all hosts have in common where none could be used, else that no worker is left. */
    public synchronized ErrorCode code() {
        return joined || codes.size() != 1
                ? ErrorCode.NO_WORKERS
                : codes.iterator().next();
    }
}
