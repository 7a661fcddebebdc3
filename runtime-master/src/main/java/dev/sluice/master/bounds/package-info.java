/**
 * The limits of what one session can make the master keep or do. Start reading at
 * {@link dev.sluice.master.bounds.SessionBound}.
 */
@NullMarked
package dev.sluice.master.bounds;

import org.jspecify.annotations.NullMarked;
