/**
 * The standing pool: it owns agents on hosts, and divides their slots over runs. Start reading at {@link PoolLoop},
 * then {@link Seating}.
 */
@NullMarked
package dev.sluice.pool;

import org.jspecify.annotations.NullMarked;
