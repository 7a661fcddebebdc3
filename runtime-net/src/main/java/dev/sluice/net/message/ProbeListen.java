package dev.sluice.net.message;

import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;

/**
 * Master to worker: listen for the other end of a probe. Identity and secret are made for this worker and stay the
 * same; they give no access to the run.
 *
 * @param transfer id of the transfer from here on
 */
public record ProbeListen(long transfer, RunIdentity identity, Secret secret, boolean insecure, ProbeTerms terms)
        implements Message {
    public ProbeListen {
        Checks.notNegative("transfer", transfer);
    }
}
