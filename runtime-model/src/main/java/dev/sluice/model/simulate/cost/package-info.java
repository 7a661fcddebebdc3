/**
 * The costs of the runtime itself, for each message and each unit. Start reading at
 * {@link dev.sluice.model.simulate.cost.Overheads}; {@link dev.sluice.model.simulate.cost.RuntimeCosts} derives them
 * from real runs.
 */
@NullMarked
package dev.sluice.model.simulate.cost;

import org.jspecify.annotations.NullMarked;
