/**
 * The API for applications: the template to subclass, and the codecs of its values. Start reading at
 * {@link dev.sluice.api.Application}; {@link dev.sluice.api.SerialRun} shows in one loop in which order its methods are
 * called.
 */
@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
