#!/bin/sh
# Print a Python of at least 3.11 that can make environments; fail with one sentence if there is none.
# Each name is tried by running it: a version manager's stand-in may exist and yet run nothing.
usable='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'

for name in ${1:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
    if "$name" -c "$usable" >/dev/null 2>&1; then
        "$name" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done

seen=$("${1:-python3}" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || seen=
if [ -z "$seen" ]; then
    problem="${1:-python3} doesn't run"
elif "${1:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    problem="${1:-python3} is Python $seen but lacks the modules venv and ensurepip (package python3-venv on Debian)"
else
    problem="${1:-python3} is Python $seen"
fi
echo "error: dicelab needs Python 3.11 or newer, and $problem; name another one with make PYTHON=..." >&2
exit 2
