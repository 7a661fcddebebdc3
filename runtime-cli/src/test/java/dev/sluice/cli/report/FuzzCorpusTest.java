package dev.sluice.cli.report;

import dev.sluice.testing.FuzzCorpusCase;

class FuzzCorpusTest extends FuzzCorpusCase {}
