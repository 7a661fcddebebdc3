/**
 * Sessions between processes: TLS, authentication, frames, messages, backpressure. Start reading at
 * {@link dev.sluice.net.transport.Transport}, then {@link dev.sluice.net.session.Session}.
 */
@NullMarked
package dev.sluice.net;

import org.jspecify.annotations.NullMarked;
