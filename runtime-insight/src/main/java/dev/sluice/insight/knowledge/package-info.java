/** What is known before a run about its machines. Start with {@link dev.sluice.insight.knowledge.StartKnowledge}. */
@NullMarked
package dev.sluice.insight.knowledge;

import org.jspecify.annotations.NullMarked;
