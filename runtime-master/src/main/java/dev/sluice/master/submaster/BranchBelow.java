package dev.sluice.master.submaster;

import dev.sluice.master.MasterLoop;

/**
 * The half of a sub-master that faces its workers.
 *
 * @param kept whether results are kept below until they are collected
 */
record BranchBelow(MasterLoop master, Forwarding forwarding, boolean kept) {}
