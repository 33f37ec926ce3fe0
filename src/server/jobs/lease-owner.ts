import { hostname } from 'node:os';

/** Owner names created by this process. An earlier process may have had the same process ID. */
const ours = new Set<string>();

/** Creates a name for this process as a lease owner: `host/process ID/random`. */
export function newLeaseOwner(): string {
  const owner = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  ours.add(owner);
  return owner;
}

/** Whether an owner was a process on this machine that has ended, so its lease can be taken immediately. */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  // In a container, every process has ID 1, so another owner with our ID must be from an earlier start.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
