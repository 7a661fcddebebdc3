/** Plans: which hosts take part and where the master goes. Start with {@link dev.sluice.insight.plan.Planner}. */
@NullMarked
package dev.sluice.insight.plan;

import org.jspecify.annotations.NullMarked;
