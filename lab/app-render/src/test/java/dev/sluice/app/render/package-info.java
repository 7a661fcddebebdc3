@NullMarked
package dev.sluice.app.render;

import org.jspecify.annotations.NullMarked;
