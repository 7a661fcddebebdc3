/** Opens listening endpoints and dials peers. Start with {@link dev.sluice.net.transport.Transport}. */
@NullMarked
package dev.sluice.net.transport;

import org.jspecify.annotations.NullMarked;
