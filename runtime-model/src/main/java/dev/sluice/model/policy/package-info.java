/**
 * The rules that size chunks, one small pure class for each row of the table of policies. Start reading at
 * {@link dev.sluice.model.policy.ChunkPolicy}.
 */
@NullMarked
package dev.sluice.model.policy;

import org.jspecify.annotations.NullMarked;
