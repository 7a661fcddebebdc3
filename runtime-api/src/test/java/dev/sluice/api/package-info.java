@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
