@NullMarked
package dev.sluice.app.wave;

import org.jspecify.annotations.NullMarked;
