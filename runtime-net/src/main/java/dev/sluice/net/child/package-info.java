/**
 * Processes that run an application's code for their parent, over two pipes. A crash of that code costs the parent only
 * the process. Start reading at {@link dev.sluice.net.child.ChildPipes}.
 */
@NullMarked
package dev.sluice.net.child;

import org.jspecify.annotations.NullMarked;
