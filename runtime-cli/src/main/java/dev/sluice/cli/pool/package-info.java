/**
 * The commands of a standing pool, and its process. Start reading at {@link dev.sluice.cli.pool.PoolStartCommand}, then
 * {@link dev.sluice.cli.pool.PoolServer}.
 */
@NullMarked
package dev.sluice.cli.pool;

import org.jspecify.annotations.NullMarked;
