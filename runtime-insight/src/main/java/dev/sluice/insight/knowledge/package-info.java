/**
 * The knowledge about machines before a run: one for {@code plan}, {@code run --plan auto}, predictions and
 * simulations. Start reading at {@link dev.sluice.insight.knowledge.MachineKnowledge}.
 */
@NullMarked
package dev.sluice.insight.knowledge;

import org.jspecify.annotations.NullMarked;
