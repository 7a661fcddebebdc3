/**
 * The agent of a pool: it has the workers that the pool wants on its host. Start reading at {@link Agent}, then
 * {@link Seats}.
 */
@NullMarked
package dev.sluice.worker.agent;

import org.jspecify.annotations.NullMarked;
