#!/bin/sh
# A new volume belongs to root, and the product serves as bun. The program takes the place of this
# shell, so that SIGTERM reaches it.
set -e
if [ "$(id -u)" = 0 ]; then
  chown bun:bun /data
  export HOME=/home/bun
  exec setpriv --reuid=bun --regid=bun --init-groups "$@"
fi
exec "$@"
