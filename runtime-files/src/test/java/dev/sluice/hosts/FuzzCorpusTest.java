package dev.sluice.hosts;

import dev.sluice.testing.FuzzCorpusCase;

class FuzzCorpusTest extends FuzzCorpusCase {}
