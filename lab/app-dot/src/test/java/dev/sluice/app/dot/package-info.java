@NullMarked
package dev.sluice.app.dot;

import org.jspecify.annotations.NullMarked;
