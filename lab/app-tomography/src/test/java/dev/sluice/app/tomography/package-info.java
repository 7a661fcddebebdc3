@NullMarked
package dev.sluice.app.tomography;

import org.jspecify.annotations.NullMarked;
