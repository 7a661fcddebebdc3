/**
 * What master and worker say to each other, as values. Start reading at {@link dev.sluice.net.message.Message}; the
 * wire form is in the module {@code proto}, the order in which they may come in {@code docs/protocol.md}.
 */
@NullMarked
package dev.sluice.net.message;

import org.jspecify.annotations.NullMarked;
