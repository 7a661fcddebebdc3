/**
 * Divides the slots of a standing pool over its runs. Start reading at {@link dev.sluice.model.pool.SlotDivision};
 * {@code FairShares} has the formula, {@code SlotPlacing} turns shares into moves on hosts.
 */
@NullMarked
package dev.sluice.model.pool;

import org.jspecify.annotations.NullMarked;
