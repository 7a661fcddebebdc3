/**
 * Sessions between a master and its workers: encrypted, proven, framed, bounded. Start reading at
 * {@link dev.sluice.net.Transport}, then {@link dev.sluice.net.Session}; the life of a session is {@code SessionTable}.
 */
@NullMarked
package dev.sluice.net;

import org.jspecify.annotations.NullMarked;
