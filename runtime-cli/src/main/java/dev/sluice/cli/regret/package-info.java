/** The answer of {@code report --policies}. Start with {@link dev.sluice.cli.regret.PolicyCosts}. */
@NullMarked
package dev.sluice.cli.regret;

import org.jspecify.annotations.NullMarked;
