#!/bin/sh
# Tidemark @VERSION@ for Linux @MACHINE@: this script, and behind it a runtime, the program and its libraries as one archive.
# The first start unpacks the archive into a cache folder and prepares it for this machine; later starts run what is there.
# Cache folder: $TIDEMARK_CACHE; or /var/cache/tidemark where the package has filled it; or ~/.cache/tidemark.
set -u
name=tidemark-@NAME@
sum=@SUM@
listing='@LISTING@'
lines=@LINES@

say() { echo "tidemark: $*" >&2; }
die() { say "$*"; exit 5; }
mine_or_roots() { [ -O "$1" ] || [ "$(stat -c %u "$1" 2>/dev/null)" = 0 ]; }
# a folder that nobody else can write to: whoever can would choose what runs
is_safe() {
  [ -d "$1" ] && [ ! -L "$1" ] && mine_or_roots "$1" || return 1
  case $(stat -c %A "$1") in ?????w????|????????w?) return 1 ;; esac
}
# and none above it that somebody else could put another in the place of; what is sticky, such as /tmp, keeps each one's own
above_is_safe() {
  at=$(cd "$1" 2>/dev/null && pwd -P) || return 1
  me=$(id -u)
  set --
  while [ -n "$at" ]; do
    at=${at%/*}
    set -- "$@" "${at:-/}"
  done
  stat -c '%u %A' "$@" 2>/dev/null | while read -r owner mode; do
    [ "$owner" = 0 ] || [ "$owner" = "$me" ] || exit 1
    case $mode in ????????w[!tT]*) exit 1 ;; esac
  done
}
# what lies there by name and size: a half-cleaned cache is unpacked anew
listing() { (cd "$1" 2>/dev/null && find . -name 'tidemark.aot*' -prune -o -type f -printf '%p %s\n' | LC_ALL=C sort | cksum); }
is_whole() { is_safe "$1" && above_is_safe "$1" && is_safe "$1/$name" && [ "$(listing "$1/$name")" = "$listing" ]; }

choose_cache() {
  if [ -n "${TIDEMARK_CACHE:-}" ]; then
    cache=$TIDEMARK_CACHE
  elif is_whole /var/cache/tidemark; then
    cache=/var/cache/tidemark
  elif [ -n "${XDG_CACHE_HOME:-}" ]; then
    cache=$XDG_CACHE_HOME/tidemark
  elif [ -n "${HOME:-}" ] && [ -w "$HOME" ]; then
    cache=$HOME/.cache/tidemark
  else
    cache=/var/cache/tidemark
  fi
}

unpack() {
  [ "$(uname -m)" = @MACHINE@ ] || die "this file is for @MACHINE@, and this machine is $(uname -m): fetch the other one"
  old_umask=$(umask)
  umask 077
  mkdir -p "$cache" 2>/dev/null || die "cannot make the cache folder $cache; set TIDEMARK_CACHE to a folder that you may write to"
  is_safe "$cache" || die "the cache folder $cache belongs to somebody else, or others may write to it; set TIDEMARK_CACHE to another"
  above_is_safe "$cache" || die "a folder above $cache belongs to somebody else, or others may write to it; set TIDEMARK_CACHE to a safe one"
  [ -w "$cache" ] || die "cannot write to the cache folder $cache; set TIDEMARK_CACHE to a folder that you may write to"
  # two starts at once: the second waits, and finds what the first has unpacked
  exec 9>"$cache/.lock" || die "cannot write to the cache folder $cache"
  flock 9 2>/dev/null || true
  if ! is_whole "$cache"; then
    rm -rf "$cache"/.unpacking.*
    draft=$cache/.unpacking.$$
    mkdir "$draft" || die "cannot write to the cache folder $cache"
    trap 'rm -rf "$draft"; exit 143' INT TERM HUP
    [ "$(tail -n "+$lines" "$0" | sha256sum)" = "$sum  -" ] || { rm -rf "$draft"; die "$0 is damaged: fetch it again"; }
    if ! tail -n "+$lines" "$0" | tar -xzf - -C "$draft" || [ "$(listing "$draft")" != "$listing" ]; then
      rm -rf "$draft"
      die "cannot unpack into $cache: it needs 300 MB there"
    fi
    [ -x "$draft/runtime/bin/java" ] || { rm -rf "$draft"; die "programs may not be run from $cache (mounted noexec?); set TIDEMARK_CACHE to another folder"; }
    rm -rf "${cache:?}/$name"
    mv -T "$draft" "$cache/$name" || die "cannot write to the cache folder $cache"
    trap - INT TERM HUP
  fi
  flock -u 9 2>/dev/null || true
  exec 9>&-
  umask "$old_umask"
}

run() {
  exec "$app/runtime/bin/java" "$@"
}

@START@

# Prepares for this machine at the first start, which waits for it.
rehearse() {
  [ "${TIDEMARK_REHEARSE:-yes}" = yes ] && claim_cache "$app" || return 0
  say "preparing for this machine, once (about 20 s) ..."
  trap 'rm -rf "$app/tidemark.aot.making"; exit 143' INT TERM HUP
  make_cache "$app" "$app/runtime/bin/java" "@CLASSPATH@" @OPTIONS@ \
    || say "could not be prepared; it will start slower. $app/tidemark.aot.log says why"
  trap - INT TERM HUP
}

choose_cache
is_whole "$cache" || unpack
app=$cache/$name
rehearse
aot=
[ -f "$app/tidemark.aot" ] && aot=-XX:AOTCache=$app/tidemark.aot
prepare_start "$@"
# not as an option: systemctl status and ps would show a page of libraries
export CLASSPATH="@CLASSPATH@"
# shellcheck disable=SC2086 # several options in one variable
run ${aot:+"$aot"} @OPTIONS@ $compiler ${TIDEMARK_JAVA_OPTIONS:-} io.tidemark.server.cli.Tidemark "$@"
# the archive begins on the next line
