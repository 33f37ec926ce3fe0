import type { ConditionalWrite } from '@/db/guarded-batch';
import type { Actor, UserActor } from '@/domain/roles';
import type { Deps } from './deps';

/**
 * The first argument of a use case: its dependencies and the caller. A use case asks for the narrowest kind
 * it needs. Every kind is also an `AnyCall`.
 */
export type Call = { deps: Deps; actor: Actor; part?: BulkPart };

/** Set if the call is one part of a bulk change. */
export type BulkPart = {
  bulkId: string;
  /** The instant (ms) at which the part's message may be sent. */
  messagesAt: number;
  /** Marks the part as done, in the same write as the call's audit entry. */
  markDone: ConditionalWrite;
};

/**
 * Where a call comes from. Limits are counted per sender, and a request ID only marks a repeat if
 * the sender is the same. All fields are null for an unknown caller.
 */
export type Sender = {
  /** The program's API key. */
  keyId: string | null;
  /** The browser, from its signed cookie. Null for a program with a key. */
  guestId: string | null;
  /** The IP address, as reported by trusted proxies. */
  address: string | null;
};

/** A call by a signed-in user. */
export type UserCall = Call & { actor: UserActor };

/**
 * A call about one account's boats and docks. Staff who work for a customer name the account in
 * `ownerId`. Without it, the account is the caller's own.
 */
export type OwnerCall = UserCall & { ownerId?: string };

/** Returns the account that a call is about. */
export const ownerIdOf = ({ actor, ownerId }: OwnerCall): string => ownerId ?? actor.userId;

/** A call whose answer doesn't depend on the actor: a public read, a sign-in, or a job. */
export type AnyCall = Pick<Call, 'deps' | 'part'>;
