/**
 * Identities and error codes shared by everything above the model. Start reading at {@link dev.sluice.model.ErrorCode}.
 */
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
