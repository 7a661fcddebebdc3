/** When the workers of a run will compute. Start reading at {@link dev.sluice.insight.start.StartKnowledge}. */
@NullMarked
package dev.sluice.insight.start;

import org.jspecify.annotations.NullMarked;
