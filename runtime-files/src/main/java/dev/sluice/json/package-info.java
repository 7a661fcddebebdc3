/** Reads and writes JSON. Start with {@link dev.sluice.json.Json}. */
@NullMarked
package dev.sluice.json;

import org.jspecify.annotations.NullMarked;
