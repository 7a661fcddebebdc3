/**
 * Which hosts share which links, found by transfers between them (Effective Network Views: Shao 2001; sensing.md §4).
 * Start reading at {@link dev.sluice.model.topology.Discovery}, which says what to measure next; what there is to
 * measure is decided in {@code Exploration}, and {@code ViewShape} makes the network view of what was found.
 */
@NullMarked
package dev.sluice.model.topology;

import org.jspecify.annotations.NullMarked;
