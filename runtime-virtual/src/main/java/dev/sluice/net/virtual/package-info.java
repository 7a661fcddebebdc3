/** A loop and sessions in virtual time, for tests. Start reading at {@link dev.sluice.net.virtual.VirtualLoop}. */
@NullMarked
package dev.sluice.net.virtual;

import org.jspecify.annotations.NullMarked;
