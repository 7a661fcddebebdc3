/**
 * One form of question for everything that a scheduler wants to know: pairs of name and value, of which some are asked
 * for. All providers that can answer do, and the asker's rule picks. No files, threads or clocks: those are behind
 * {@link dev.sluice.insight.information.Provider}. Start reading at {@link dev.sluice.information.InformationService}.
 * The form is that of AMWAT's information service (Shao 2001, APS-info).
 */
@NullMarked
package dev.sluice.insight.information;

import org.jspecify.annotations.NullMarked;
