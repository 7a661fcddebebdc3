package dev.sluice.hosts;

/** A variable of a host or group, and the line that sets it. */
record InventoryVariable(int line, String text) {}
