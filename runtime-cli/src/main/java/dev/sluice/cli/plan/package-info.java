/** The command {@code plan}. Start with {@link dev.sluice.cli.plan.PlanCommand}. */
@NullMarked
package dev.sluice.cli.plan;

import org.jspecify.annotations.NullMarked;
