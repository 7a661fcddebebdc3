/** What {@code report --policies} says. Start with {@link dev.sluice.cli.regret.PolicyCosts}. */
@NullMarked
package dev.sluice.cli.regret;

import org.jspecify.annotations.NullMarked;
