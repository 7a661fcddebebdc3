/** Cuts the byte stream into frames. Start with {@link dev.sluice.net.frame.FrameParser}. */
@NullMarked
package dev.sluice.net.frame;

import org.jspecify.annotations.NullMarked;
