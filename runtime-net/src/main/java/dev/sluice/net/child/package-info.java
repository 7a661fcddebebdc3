/**
 * Processes that run an application's code for their parent, over two pipes, so that what that code does to its process
 * costs the parent nothing but the process. Start reading at {@link dev.sluice.net.child.ChildPipes}.
 */
@NullMarked
package dev.sluice.net.child;

import org.jspecify.annotations.NullMarked;
