/**
 * The network view, and the rate that can be reached on it: where the master goes, what each worker contributes, what
 * limits the whole (model.md §1–5). Start reading at {@link dev.sluice.model.flow.Placement}.
 */
@NullMarked
package dev.sluice.model.flow;

import org.jspecify.annotations.NullMarked;
