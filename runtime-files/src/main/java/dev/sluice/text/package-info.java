/**
 * Files that people write: text with lines, YAML and JSON as trees that know their lines, and the word that was
 * probably meant. Start reading at {@link dev.sluice.text.Source}.
 */
@NullMarked
package dev.sluice.text;

import org.jspecify.annotations.NullMarked;
