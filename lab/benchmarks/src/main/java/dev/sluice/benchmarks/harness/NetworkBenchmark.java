package dev.sluice.benchmarks.harness;

/** A benchmark that builds a test network (docs/lab.md), which needs root. */
public interface NetworkBenchmark extends Benchmark {}
