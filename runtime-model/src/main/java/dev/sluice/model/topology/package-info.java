/**
 * Discovery of shared links by transfers between hosts (Effective Network Views: Shao 2001). Start reading at
 * {@link dev.sluice.model.topology.Discovery}, which names the next probe. {@code Exploration} decides what to measure,
 * and {@code ViewShape} builds the network view from the findings.
 */
@NullMarked
package dev.sluice.model.topology;

import org.jspecify.annotations.NullMarked;
