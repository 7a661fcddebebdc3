package dev.sluice.insight.history;

import java.time.Instant;

/**
 * The master's cost of a message beside the number of its sessions, for the fit of o0 + o1 P (LogGP).
 *
 * @param run its id
 * @param host of the master
 * @param sessions P: most sessions at once
 * @param masterMessageNanos processor time of the loop for each message [ns]
 * @param messages that it counted
 */
public record PeerCostRow(
        String run, Instant time, String host, int sessions, double masterMessageNanos, long messages) {}
