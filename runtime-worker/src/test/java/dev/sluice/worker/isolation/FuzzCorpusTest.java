package dev.sluice.worker.isolation;

import dev.sluice.testing.FuzzCorpusCase;

class FuzzCorpusTest extends FuzzCorpusCase {}
