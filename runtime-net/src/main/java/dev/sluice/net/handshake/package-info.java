/** Preamble, TLS and proof of the secret, on both sides. Start with {@link dev.sluice.net.handshake.GateHandler}. */
@NullMarked
package dev.sluice.net.handshake;

import org.jspecify.annotations.NullMarked;
