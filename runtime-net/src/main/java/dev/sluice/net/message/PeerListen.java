package dev.sluice.net.message;

import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;

/**
 * Master to worker: listen for workers that fetch files. Identity and secret are made for this worker; they give no
 * access to the run.
 */
public record PeerListen(RunIdentity identity, Secret secret, boolean insecure) implements Message {}
