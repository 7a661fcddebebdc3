package dev.sluice.net.message;

import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;

/**
 * Master to worker: be ready for the other end of a probe to come. Identity and secret are made for this worker and
 * stay the same; they are of no use for the run.
 *
 * @param transfer names the transfer from here on
 */
public record ProbeListen(long transfer, RunIdentity identity, Secret secret, boolean insecure, ProbeTerms terms)
        implements Message {
    public ProbeListen {
        Checks.notNegative("transfer", transfer);
    }
}
