/** Programs in other languages, from which the jars of applications are made. */
@NullMarked
package dev.sluice.cli.foreign;

import org.jspecify.annotations.NullMarked;
