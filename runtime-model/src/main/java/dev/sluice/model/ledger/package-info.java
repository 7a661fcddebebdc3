/**
 * The idle ledger: the use of each second of each slot of a run. Start reading at
 * {@link dev.sluice.model.ledger.Cause}; {@link dev.sluice.model.ledger.Waits} is kept by a worker,
 * {@link dev.sluice.model.ledger.RunLedger} by the master.
 */
@NullMarked
package dev.sluice.model.ledger;

import org.jspecify.annotations.NullMarked;
