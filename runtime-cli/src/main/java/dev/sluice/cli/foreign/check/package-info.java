/** The conformance test of programs that speak the protocol of docs/languages.md. */
@NullMarked
package dev.sluice.cli.foreign.check;

import org.jspecify.annotations.NullMarked;
