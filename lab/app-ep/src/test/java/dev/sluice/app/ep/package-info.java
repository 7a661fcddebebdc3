@NullMarked
package dev.sluice.app.ep;

import org.jspecify.annotations.NullMarked;
