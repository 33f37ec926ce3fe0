import { hostname } from 'node:os';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { leaseOwner, releaseLease, takeLease } from '@/server/modules/leases/leases.repository';

/** After this silence another process takes over; we promise a takeover within a minute. */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 4_000;

/** The right to run the jobs of one database, held by one process at a time. */
export type Lease = {
  /** True while the lease is certainly ours; turns false before another process can take it. */
  isHeld(): boolean;
  /** Gives the lease back. */
  release(): Promise<void>;
};

/** Tries until the lease is ours, and keeps renewing it. Calls `onTaken` each time it becomes ours. */
export function holdLease(deps: Deps, name: string, onTaken: () => void): Lease {
  const owner = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  ours.add(owner);
  // Measured by the process: the injected clock may stand still, and a wall clock may jump.
  let heldUntil = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const isHeld = () => performance.now() < heldUntil;

  const renew = async () => {
    const wasHeld = isHeld();
    // Counted from before the call, so that we let go before the database does.
    const calledAt = performance.now();
    try {
      const holder = wasHeld ? null : await leaseOwner(deps.db, name);
      const deadOwner = holder && isDead(holder) ? holder : null;
      const taken = await takeLease(deps.db, { name, owner, forMs: LEASE_MS, deadOwner });
      heldUntil = taken ? calledAt + LEASE_MS - 1_000 : 0;
    } catch (error) {
      deps.log.error('the lease of the jobs was not renewed', errorFields(error));
    }
    if (stopped) return;
    if (isHeld() && !wasHeld) onTaken();
    timer = setTimeout(attempt, RENEW_EVERY_MS);
  };
  let running: Promise<void>;
  const attempt = () => {
    running = renew();
  };
  attempt();

  return {
    isHeld,
    async release() {
      stopped = true;
      clearTimeout(timer);
      await running;
      const wasHeld = isHeld();
      heldUntil = 0;
      if (wasHeld) await releaseLease(deps.db, name, owner);
    },
  };
}

/** The owners made by this process; an earlier process may have had its number. */
const ours = new Set<string>();

/** Whether an owner was a process of this machine that has ended: its lease is free at once. */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  // In a container every process is number 1: a foreign owner with our number came before us.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
