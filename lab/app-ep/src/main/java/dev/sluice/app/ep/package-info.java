/** The kernel EP of the NAS Parallel Benchmarks. Start reading at {@link dev.sluice.app.ep.Ep}. */
@NullMarked
package dev.sluice.app.ep;

import org.jspecify.annotations.NullMarked;
