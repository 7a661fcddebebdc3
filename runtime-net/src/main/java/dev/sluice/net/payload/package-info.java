/** Bytes of any size: in memory, in a file, or in parts. Start with {@link dev.sluice.net.payload.Payload}. */
@NullMarked
package dev.sluice.net.payload;

import org.jspecify.annotations.NullMarked;
