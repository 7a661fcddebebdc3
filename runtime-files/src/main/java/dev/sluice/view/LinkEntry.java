package dev.sluice.view;

import dev.sluice.model.flow.Link;

/** A link and where it is written. */
record LinkEntry(int line, Link link) {}
