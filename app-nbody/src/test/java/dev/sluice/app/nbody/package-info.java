@NullMarked
package dev.sluice.app.nbody;

import org.jspecify.annotations.NullMarked;
