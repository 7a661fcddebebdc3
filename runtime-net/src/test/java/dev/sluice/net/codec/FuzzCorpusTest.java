package dev.sluice.net.codec;

import dev.sluice.testing.FuzzCorpusCase;

class FuzzCorpusTest extends FuzzCorpusCase {}
