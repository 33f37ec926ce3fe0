import type { UserActor } from '@/domain/roles';

/** A long body fills up to ten megabytes of memory while it arrives and is worked on. */
const MOST = { ofAccount: 2, ofCustomers: 8, ofCrew: 8 };

/** The places of long bodies. Customers and crew have their own, so that neither keeps out the other. */
export class LongBodies {
  readonly #here: { userId: string; isCrew: boolean }[] = [];

  /** Takes a place for a body of this account and gives what frees it; null while none is free. */
  take({ userId, role }: UserActor): (() => void) | null {
    const isCrew = role !== 'customer';
    const ofAccount = this.#here.filter((one) => one.userId === userId).length;
    const ofGroup = this.#here.filter((one) => one.isCrew === isCrew).length;
    const most = isCrew ? MOST.ofCrew : MOST.ofCustomers;
    if (ofAccount >= MOST.ofAccount || ofGroup >= most) return null;
    const place = { userId, isCrew };
    this.#here.push(place);
    return () => {
      const at = this.#here.indexOf(place);
      if (at >= 0) this.#here.splice(at, 1);
    };
  }
}
