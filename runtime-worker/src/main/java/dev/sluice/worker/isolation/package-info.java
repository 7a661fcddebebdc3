/** Child processes that compute units. Start with {@link dev.sluice.worker.isolation.UnitHost}. */
@NullMarked
package dev.sluice.worker.isolation;

import org.jspecify.annotations.NullMarked;
