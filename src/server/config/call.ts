import type { ConditionalWrite } from '@/db/guarded-batch';
import type { Actor, UserActor } from '@/domain/roles';
import type { Deps } from './deps';

/**
 * The first argument of a use case: everything it may reach for, and who calls. A use case names
 * the narrowest kind that it needs; every kind fits where an `AnyCall` is wanted.
 */
export type Call = { deps: Deps; actor: Actor; part?: BulkPart };

/** Set where the call carries out one part of a bulk change. */
export type BulkPart = {
  bulkId: string;
  /** From then on its message may be sent (ms). */
  messagesAt: number;
  /** Marks the part as done; it is written with the audit entry of the call. */
  markDone: ConditionalWrite;
};

/**
 * Where a call comes from. A repeat counts only from the same sender, and limits count by them.
 * All are null for a caller of whom nothing is known.
 */
export type Sender = {
  /** The API key of a program. */
  keyId: string | null;
  /** The browser, by its signed cookie; null for a program with a key. */
  guestId: string | null;
  /** The IP address, as far as our own proxies tell. */
  address: string | null;
};

/** A call by a signed-in user. */
export type UserCall = Call & { actor: UserActor };

/** A call whose answer does not depend on the actor: a public read, a sign-in, a job. */
export type AnyCall = Pick<Call, 'deps' | 'part'>;
