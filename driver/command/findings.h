/* What the doctor found, as text. */
#ifndef TBUILD_COMMAND_FINDINGS_H
#define TBUILD_COMMAND_FINDINGS_H

#include "doctor/doctor.h"

/*
 * Appends the findings down to `least` (STATE_OK: all), each with what fixes it, and how many there are of each kind.
 * Those that are not ok say why they matter, and with `verbose` all do. `colored`: the state's word stands out.
 */
void findings_print(const struct diagnosis *diagnosis, enum state least, bool verbose, bool colored, struct str *out);

#endif
