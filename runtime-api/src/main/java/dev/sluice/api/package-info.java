/**
 * What an application sees of Sluice: the template to subclass, and how its values become bytes. Start reading at
 * {@link dev.sluice.api.Application}; {@link dev.sluice.api.SerialRun} shows in one loop in which order its methods are
 * called.
 */
@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
