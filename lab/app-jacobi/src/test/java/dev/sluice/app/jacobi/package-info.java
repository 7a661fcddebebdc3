@NullMarked
package dev.sluice.app.jacobi;

import org.jspecify.annotations.NullMarked;
