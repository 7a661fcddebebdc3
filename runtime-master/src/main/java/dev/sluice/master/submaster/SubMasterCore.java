package dev.sluice.master.submaster;

import dev.sluice.master.MasterLoop;

/**
 * The half of a sub-master that faces its workers.
 *
 * @param master whose units come from a {@link Forwarding}
 * @param kept whether results are kept below until they are collected
 */
public record SubMasterCore(MasterLoop master, boolean kept) {
    Forwarding forwarding() {
        return (Forwarding) master.principal();
    }
}
