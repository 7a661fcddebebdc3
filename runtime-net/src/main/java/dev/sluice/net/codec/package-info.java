/** Encodes and decodes the header of each message. Start with {@link dev.sluice.net.codec.Kind}. */
@NullMarked
package dev.sluice.net.codec;

import org.jspecify.annotations.NullMarked;
