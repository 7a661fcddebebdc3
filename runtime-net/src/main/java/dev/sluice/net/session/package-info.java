/** Sessions: messages between two peers after the handshake. Start with {@link dev.sluice.net.session.Session}. */
@NullMarked
package dev.sluice.net.session;

import org.jspecify.annotations.NullMarked;
