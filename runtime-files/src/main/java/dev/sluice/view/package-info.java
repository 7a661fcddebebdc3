/**
 * Network views as files: reads YAML and JSON, writes these, GraphML and DOT. Reads scripts of what happens to the
 * hosts and links of a view. Knows the model and no commands. Start reading at {@link dev.sluice.view.ViewFile}.
 */
@NullMarked
package dev.sluice.view;

import org.jspecify.annotations.NullMarked;
