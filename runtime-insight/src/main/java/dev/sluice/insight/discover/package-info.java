/**
 * A master that computes nothing: workers register with it, it has them exchange bytes, and ends with what was found.
 * Start reading at {@link dev.sluice.insight.discover.DiscoveryMaster}; {@code ProbeRun} is one probe from its
 * beginning to its readings. What to probe is decided in {@code dev.sluice.model.topology}.
 */
@NullMarked
package dev.sluice.insight.discover;

import org.jspecify.annotations.NullMarked;
