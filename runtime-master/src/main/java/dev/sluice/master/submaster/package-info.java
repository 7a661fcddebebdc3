/**
 * The sub-master: a master to its workers and a worker to its parent. Start with
 * {@link dev.sluice.master.submaster.SubMaster}.
 */
@NullMarked
package dev.sluice.master.submaster;

import org.jspecify.annotations.NullMarked;
