/* The C header for programs in Fortran: sluice.f90 declares what is here. */
#include "../c/sluice.h"

int sluice_run(const struct sluice_application *application) {
    return sluice_main(application);
}

const char *sluice_path(const char *name) {
    return sluice_file(name);
}

void sluice_stop(const char *type, const char *message) {
    sluice_fail(type, message);
}
