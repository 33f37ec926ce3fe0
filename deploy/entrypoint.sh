#!/bin/sh
# A new volume belongs to root, but the product runs as bun. exec replaces this shell, so that SIGTERM
# reaches the product.
set -e
if [ "$(id -u)" = 0 ]; then
  chown bun:bun /data
  export HOME=/home/bun
  exec setpriv --reuid=bun --regid=bun --init-groups "$@"
fi
exec "$@"
