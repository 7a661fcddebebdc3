/** Ends a process whose loop has failed. Start reading at {@link dev.sluice.net.guard.LoopGuard}. */
@NullMarked
package dev.sluice.net.guard;

import org.jspecify.annotations.NullMarked;
