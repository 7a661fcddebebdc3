/** What to launch where, decided by simulation. Start reading at {@code SubMasterPlan}. */
@NullMarked
package dev.sluice.model.plan;

import org.jspecify.annotations.NullMarked;
