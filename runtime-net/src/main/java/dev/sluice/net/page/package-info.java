/**
 * The HTTP server of the live page and the metrics, behind one gate. Start with {@link dev.sluice.net.page.PageServer};
 * {@link dev.sluice.net.page.PageGate} decides who may read.
 */
@NullMarked
package dev.sluice.net.page;

import org.jspecify.annotations.NullMarked;
