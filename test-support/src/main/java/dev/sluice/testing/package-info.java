/**
 * Support for the tests of all modules: {@link dev.sluice.testing.SeededTest} for chance that can be replayed,
 * {@link dev.sluice.testing.Mutants} for damaged files, and {@link dev.sluice.testing.NoLeaks} for threads and
 * processes that outlive their test. Start reading at these three.
 */
@org.jspecify.annotations.NullMarked
package dev.sluice.testing;
