/**
 * Rules of delivery: how many units a slot claims, when results leave a worker, how much may be on the way, and which
 * large result may be sent. The runtime and the simulator call the same rules, so that a simulated run decides like a
 * real one. Start reading at {@link dev.sluice.model.delivery.ResultBatching}, then
 * {@link dev.sluice.model.delivery.ResultWindow}, {@link dev.sluice.model.delivery.FeedWindow},
 * {@link dev.sluice.model.delivery.SetupQueue} and {@link dev.sluice.model.delivery.GrantBook}.
 */
@NullMarked
package dev.sluice.model.delivery;

import org.jspecify.annotations.NullMarked;
