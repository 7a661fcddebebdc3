/** The connection to a parent, shared by worker and sub-master. Start with {@link dev.sluice.net.parent.Dialer}. */
@NullMarked
package dev.sluice.net.parent;

import org.jspecify.annotations.NullMarked;
