"""Is Open MPI here, and how its launcher is asked (the suites `ranks` and `views`)."""
import os
import shutil

import harness

# Open MPI wants to be asked for both: to run as root (where a build farm does), and more ranks than processors. Without a network it talks to itself.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
       "OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_plm_rsh_agent": "false"}
# mpirun ends the others where a rank has died, a second after it has told them to: on a busy machine they need more to say whom they waited for.
PATIENT = {"OMPI_MCA_odls_base_sigkill_timeout": "4"}
MISSING = "MPI is not here: openmpi-bin, and libopenmpi-dev when perch was built"


def plugin():
    """perch's engine for it, of the program under test; None: MPI is not here."""
    folder = os.path.dirname(harness.perch_path())
    places = (os.path.join(folder, place, "libperch_mpi.so") for place in (".", "src/dist", "../lib/perch"))
    return next((path for path in places if os.path.exists(path)), None) if shutil.which("mpirun") else None
