/** Sessions inside one process. Start with {@link dev.sluice.net.memory.MemoryLink}. */
@NullMarked
package dev.sluice.net.memory;

import org.jspecify.annotations.NullMarked;
