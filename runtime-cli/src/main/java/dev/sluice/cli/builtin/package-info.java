/** Applications that come with Sluice. */
@NullMarked
package dev.sluice.cli.builtin;

import org.jspecify.annotations.NullMarked;
