/** Ray tracing by POV-Ray. Start reading at {@link dev.sluice.app.render.Render}. */
@NullMarked
package dev.sluice.app.render;

import org.jspecify.annotations.NullMarked;
