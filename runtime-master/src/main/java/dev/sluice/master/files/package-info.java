/** Jars and files of a run that the master or a sub-master serves to workers. */
@NullMarked
package dev.sluice.master.files;

import org.jspecify.annotations.NullMarked;
