/** Workers that compute nothing, many in one process, over the runtime's own sessions. */
@NullMarked
package dev.sluice.benchmarks.light;

import org.jspecify.annotations.NullMarked;
