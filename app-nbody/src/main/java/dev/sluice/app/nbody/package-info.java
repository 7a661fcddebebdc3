/** Bodies that attract each other. Start reading at {@link dev.sluice.app.nbody.Nbody}. */
@NullMarked
package dev.sluice.app.nbody;

import org.jspecify.annotations.NullMarked;
