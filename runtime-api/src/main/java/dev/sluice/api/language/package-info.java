/** Additions to the template for applications that stand for programs in other languages. */
@NullMarked
package dev.sluice.api.language;

import org.jspecify.annotations.NullMarked;
