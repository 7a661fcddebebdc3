/** The application whose methods a program in another language implements. */
@NullMarked
package dev.sluice.app.foreign;

import org.jspecify.annotations.NullMarked;
