package dev.sluice.benchmarks;

/** A benchmark that builds a test network (docs/lab.md), which needs root. */
interface NetworkBenchmark extends Benchmark {}
