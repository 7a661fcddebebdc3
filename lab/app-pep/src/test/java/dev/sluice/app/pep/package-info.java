@NullMarked
package dev.sluice.app.pep;

import org.jspecify.annotations.NullMarked;
