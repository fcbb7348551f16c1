#!/bin/sh
# Runs a command of Almanac with the settings and the account of the service.
set -e
export DATA_DIR="${DATA_DIR-/var/lib/almanac}" ALMANAC_CONFIG="${ALMANAC_CONFIG-/etc/almanac.conf}"
set -- /usr/lib/almanac/bin/node /usr/lib/almanac/bin/almanac.mjs "$@"
# What root makes in the folder could not be read by the service.
[ "$(id -u)" != 0 ] || set -- setpriv --reuid=almanac --regid=almanac --init-groups "$@"
exec "$@"
