package dev.sluice.benchmarks.harness;

/** A benchmark that builds a test network (lab/docs/network.md), which needs root. */
public interface NetworkBenchmark extends Benchmark {}
