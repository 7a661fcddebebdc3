/**
 * The simulated network: messages cross the servers between two hosts, packet by packet or with fair shares. Start
 * reading at {@link dev.sluice.model.simulate.network.Network}.
 */
@NullMarked
package dev.sluice.model.simulate.network;

import org.jspecify.annotations.NullMarked;
