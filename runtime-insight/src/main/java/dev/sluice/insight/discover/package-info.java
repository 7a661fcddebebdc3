/**
 * A master that computes nothing: workers register with it and exchange bytes, and it ends with the measured network.
 * Start reading at {@link dev.sluice.insight.discover.DiscoveryMaster}; {@code ProbeRun} is one probe from its
 * beginning to its readings. The choice of probes is in {@code dev.sluice.model.topology}.
 */
@NullMarked
package dev.sluice.insight.discover;

import org.jspecify.annotations.NullMarked;
