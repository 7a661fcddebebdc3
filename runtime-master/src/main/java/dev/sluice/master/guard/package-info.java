/** Ends a process whose loop has failed. Start reading at {@link dev.sluice.master.guard.LoopGuard}. */
@NullMarked
package dev.sluice.master.guard;

import org.jspecify.annotations.NullMarked;
