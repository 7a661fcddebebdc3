/**
 * The network view, and the rate that can be reached on it: the best place for the master, the contribution of each
 * worker, and the bottlenecks. Start reading at {@link dev.sluice.model.flow.Placement}.
 */
@NullMarked
package dev.sluice.model.flow;

import org.jspecify.annotations.NullMarked;
