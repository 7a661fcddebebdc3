/**
 * The messages between master and worker, as values. Start reading at {@link dev.sluice.net.message.Message}. The wire
 * format is in the module {@code proto}; {@code docs/protocol.md} has the allowed order.
 */
@NullMarked
package dev.sluice.net.message;

import org.jspecify.annotations.NullMarked;
