package dev.sluice.insight.history;

import dev.sluice.testing.FuzzCorpusCase;

class FuzzCorpusTest extends FuzzCorpusCase {}
