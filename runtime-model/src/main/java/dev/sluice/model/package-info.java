/**
 * Identities, error codes and tables of life cycles, which everything else shares. Start reading at
 * {@link dev.sluice.model.ErrorCode}.
 */
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
