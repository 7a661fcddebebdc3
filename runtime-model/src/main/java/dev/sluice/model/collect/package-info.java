/**
 * Collection of results: which worker may send its large result now. Start reading at
 * {@link dev.sluice.model.collect.GrantDesk}.
 */
@NullMarked
package dev.sluice.model.collect;

import org.jspecify.annotations.NullMarked;
