import { hostname } from 'node:os';
import type { Deps } from '@/server/deps';
import { errorFields } from '@/server/log';
import { leaseOwner, releaseLease, takeLease } from '@/server/modules/leases/leases.repository';

/** How long a silent owner is waited for; a quarter of what we promise (a minute). */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 4_000;

/** The right to run the jobs of one database, held by one process at a time. */
export type Lease = {
  /** True while it is certainly ours; false before the database lets another take it. */
  isHeld(): boolean;
  /** Gives it back. */
  release(): Promise<void>;
};

/** Tries for the lease until it is ours, and keeps it; `onTaken` is called each time it becomes so. */
export function holdLease(deps: Deps, name: string, onTaken: () => void): Lease {
  const owner = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  ours.add(owner);
  // Of the process itself: the injected clock may stand still, and a wall clock may jump.
  let heldUntil = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const isHeld = () => performance.now() < heldUntil;

  const renew = async () => {
    const wasHeld = isHeld();
    // Counted from before the call, so that we think it lapsed before the database does.
    const asked = performance.now();
    try {
      const holder = wasHeld ? null : await leaseOwner(deps.db, name);
      const deadOwner = holder && isDead(holder) ? holder : null;
      const taken = await takeLease(deps.db, { name, owner, forMs: LEASE_MS, deadOwner });
      heldUntil = taken ? asked + LEASE_MS - 1_000 : 0;
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

/** Owners of this very process; another one with its number is gone. */
const ours = new Set<string>();

/** Whether an owner was a process of this machine that is gone: then nobody need wait for it. */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  // In a container every process is number 1: an owner with our own number came before us.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
