/** Plans by simulation which processes to launch on which hosts. Start reading at {@code SubMasterPlan}. */
@NullMarked
package dev.sluice.model.plan;

import org.jspecify.annotations.NullMarked;
