# What ./run and ./test share: say what is happening, find out which packages are
# missing, install them, configure, build. Sourced by both with $root set.
# Everything is written to stderr: stdout belongs to the program that runs.
# The hot path of ./run does not read this file.

say() { printf '%s\n' "perch: $*" >&2; }
die() { say "$*"; exit 70; }

# A package is missing when its probe fails. Probes ask for the thing itself (a
# command, a header), not for a package's name, so that they hold on any system.
has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() { printf '#include <stdio.h>\n#include <%s>\n' "$1" | cc -E - >/dev/null 2>&1; }
has_compiler() { has_command cc && printf '#include <stdio.h>\nint main(void){return 0;}\n' |
    cc -x c -o /dev/null - >/dev/null 2>&1; }
has_fuzzer() {
    has_command clang && printf '#include <stddef.h>\n#include <stdint.h>\n%s\n' \
        'int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) { (void)p; (void)n; return 0; }' |
        clang -x c -fsanitize=fuzzer,address,undefined -o /dev/null - >/dev/null 2>&1
}
has_valgrind() { has_command valgrind; }

# build needs: package, probe
build_needs() {
    has_compiler || echo gcc libc6-dev
    has_command pkg-config || echo pkg-config
    has_command ninja || echo ninja-build
    has_command meson || echo meson
    has_command python3 || echo python3
    has_header gmp.h || echo libgmp-dev
    has_header zlib.h || echo zlib1g-dev
}

has_openblas() { PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q 'libopenblas\.so\.0'; }

# Readline makes the prompt nicer, ccache a second build faster, oneDNN networks, OpenBLAS (opened at run time) decompositions of matrices, and like the originals' to the last digit; ZeroMQ, jansson and libsodium make the Jupyter kernel, libbz2, liblzma and libexpat the modules over them;
# Open MPI several processes of one run; a build without them is whole.
build_wishes() {
    has_header readline/readline.h || echo libreadline-dev
    has_command ccache || echo ccache
    has_header oneapi/dnnl/dnnl.h || echo libdnnl-dev
    has_openblas || echo libopenblas0-pthread
    has_header zmq.h || echo libzmq3-dev
    has_header jansson.h || echo libjansson-dev
    has_header sodium.h || echo libsodium-dev
    has_header bzlib.h || echo libbz2-dev
    has_header lzma.h || echo liblzma-dev
    has_header expat.h || echo libexpat1-dev
    has_command mpirun || echo openmpi-bin
    has_command mpicc || echo libopenmpi-dev
}

test_needs() {
    [ -x /usr/bin/python3 ] || echo python3
    has_command git || echo git
    has_command clang || echo clang
    has_fuzzer || echo libclang-rt-dev
    has_valgrind || echo valgrind
    has_command tmux || echo tmux
}

# Jupyter's clients come from PyPI into an environment of Python's.
has_venv() { /usr/bin/python3 -c 'import venv, ensurepip' 2>/dev/null; }
test_wishes() {
    has_venv || echo python3-venv
    has_command clang-format-14 || has_command clang-format || echo clang-format
}

# JupyterHub's proxy, for the suite `hub`; a package of its own list: it brings Debian's node where there is none.
hub_wishes() { has_command configurable-http-proxy || echo node-configurable-http-proxy; }

# Slurm's daemons, for the suite `ranks`, which starts them in a folder of its own; a package of its own list: on a machine with systemd it brings services.
slurm_wishes() { PATH=$PATH:/usr/sbin:/sbin; has_command slurmctld && has_command slurmd && has_command srun || echo slurm-wlm; }

# CPython's own test files, for the Python that a machine has; a package of its own list, since not every system has it.
corpus_wishes() {
    [ ! -d /usr/lib/python3.11 ] || [ -e /usr/lib/python3.11/test/test_list.py ] || echo libpython3.11-testsuite
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif has_command sudo; then sudo "$@"
    else return 1
    fi
}

# A fresh machine brings itself up to date in its first minutes: while another apt holds the locks, it is waited for.
APT_WAIT=${APT_WAIT:-600} # seconds
apt_get() { # apt_get ARGS…
    local said='' text until=$((SECONDS + APT_WAIT))
    while ! text=$(as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=10 "$@" 2>&1); do
        case $text in
        *'Could not get lock'* | *'Unable to acquire the dpkg frontend lock'* | *'Unable to lock directory'*) ;;
        *) said=failed ;;
        esac
        if [ "$said" = failed ] || [ "$SECONDS" -ge "$until" ]; then
            printf '%s\n' "$text" >&2
            return 1
        fi
        [ -n "$said" ] || say "another apt is at work: waiting until it has finished (at most $((APT_WAIT / 60)) minutes)"
        said=waits
        sleep 2
    done
    [ -z "$text" ] || printf '%s\n' "$text" >&2
}

apt_updated=
apt_install() { # apt_install PACKAGE…: install by apt, quietly, reading the lists once
    if [ -z "$apt_updated" ]; then
        apt_get update -qq || return 1
        apt_updated=1
    fi
    apt_get install -y -qq --no-install-recommends "$@"
}

# need_packages PURPOSE LISTER: install what LISTER names; stop with a clear message where that cannot be done.
need_packages() {
    local purpose=$1 lister=$2 missing
    missing=$($lister | tr '\n' ' ')
    missing=${missing% }
    [ -z "$missing" ] && return 0
    if ! has_command apt-get; then
        die "to $purpose it needs, by their Debian names: $missing. This system has no apt-get: install them with its own package manager and try again."
    fi
    if [ "$(id -u)" != 0 ] && ! has_command sudo; then
        die "to $purpose it needs: $missing. Only root can install them and there is no sudo here: ask for 'apt-get install $missing'."
    fi
    say "installing $missing"
    # shellcheck disable=SC2086
    apt_install $missing || say "apt-get did not install all of them"
    missing=$($lister | tr '\n' ' ')
    [ -z "${missing% }" ] || die "to $purpose it still lacks: ${missing% }"
}

# wish_packages LISTER: the same for what is only good to have; a refusal is said and passed over.
wish_packages() {
    local lister=$1 missing
    missing=$($lister | tr '\n' ' ')
    missing=${missing% }
    [ -z "$missing" ] && return 0
    if has_command apt-get && { [ "$(id -u)" = 0 ] || has_command sudo; }; then
        say "installing $missing (optional)"
        # shellcheck disable=SC2086
        apt_install $missing || say "going on without: $missing"
    else
        say "going on without: $missing (optional)"
    fi
}

# Ubuntu 22.04's Meson is older than 1.0: then one of our own, by pip, in .cache/.
find_meson() {
    meson=meson
    local version
    version=$(meson --version 2>/dev/null || echo 0)
    [ "${version%%.*}" -ge 1 ] && return 0
    local own=$root/.cache/meson
    if [ ! -x "$own/bin/meson" ]; then
        say "meson $version is older than 1.0: installing a newer one into .cache/"
        has_command python3 && python3 -c 'import venv, ensurepip' 2>/dev/null || apt_install python3-venv
        python3 -m venv "$own" >&2 && "$own/bin/pip" install -q 'meson>=1.0' >&2 ||
            die "needs meson 1.0 or newer, and this system offers $version"
    fi
    meson=$own/bin/meson
}

# configure DIR [MESON OPTION…]: make a build folder, once, or again where its options differ.
configure() {
    local dir=$1
    shift
    if [ -e "$dir/build.ninja" ] && [ "$(cat "$dir/.options" 2>/dev/null)" = "$*" ]; then return 0; fi
    find_meson
    say "configuring ${dir#"$root"/}/ ${*:+($*)}"
    local again=
    [ -e "$dir/build.ninja" ] && again=--wipe
    mkdir -p "$dir"
    local log=$dir/.configure.log
    if ! "$meson" setup $again "$dir" "$root" "$@" >"$log" 2>&1; then
        cat "$log" >&2
        die "could not configure ${dir#"$root"/}/"
    fi
    printf '%s' "$*" >"$dir/.options"
}

# Meson lists the sources when it configures; a file that came or went makes it look again.
notice_new_files() {
    local list
    list=$(cd "$root/src" && find . -name '*.[ch]' -o -name '*.py' | sort | cksum)
    if [ -e "$1/.sources" ] && [ "$(cat "$1/.sources")" != "$list" ]; then
        touch -c "$root"/src/meson.build "$root"/src/*/meson.build "$root/meson.build"
    fi
    printf '%s' "$list" >"$1/.sources"
}

# build DIR [TARGET…]: run ninja; its progress is shown on a terminal, elsewhere only what went wrong.
build() {
    local dir=$1
    shift
    notice_new_files "$dir"
    say "building ${dir#"$root"/}/"
    if [ -t 2 ]; then
        ninja -C "$dir" "$@" >&2
    else
        ninja -C "$dir" --quiet "$@" >&2
    fi || die "the build failed"
}

# retune DIR generate|use: the same build, measuring itself or made after what was measured.
retune() {
    "$meson" configure "$1" "-Db_pgo=$2" >/dev/null
    "$meson" setup --reconfigure "$1" "$root" >"$1/.configure.log" 2>&1 || die "could not configure ${1#"$root"/}/: ${1#"$root"/}/.configure.log has why"
}

# tuned_build DIR: the release build with gcc's profile feedback (15 to 20 % faster): built once to measure itself, run over
# bench/lang, bench/micro and small tensor calls (by the loop alone, which runs what is not yet hot), built again from what was seen. Done once a folder; later builds reuse the profile. PERCH_TUNE=no skips it.
tuned_build() {
    local dir=$1 program
    if [ -e "$dir/.tuned" ] || [ "${PERCH_TUNE-yes}" = no ] || ! cc --version 2>/dev/null | grep -q "Free Software Foundation"; then
        build "$dir" programs
        return
    fi
    find_meson
    say "building twice: the first build measures where the time goes (once, some minutes)"
    retune "$dir" generate
    build "$dir" perch
    for program in "$root"/bench/lang/*.py "$root"/bench/tensors/eager.py "$root"/bench/tensors/backward.py; do
        PERCH_JIT=0 "$dir/perch" "$program" >/dev/null 2>&1 || say "the training program ${program##*/} failed"
    done
    PERCH_JIT=0 "$dir/perch" "$root/bench/micro.py" --train >/dev/null 2>&1 || say "the training program micro.py failed"
    retune "$dir" use
    build "$dir" programs
    touch "$dir/.tuned"
}
