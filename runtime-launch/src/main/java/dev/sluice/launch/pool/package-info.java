/** Gets the workers of a run from a pool. Start with {@link dev.sluice.launch.pool.PoolLauncher}. */
@NullMarked
package dev.sluice.launch.pool;

import org.jspecify.annotations.NullMarked;
