import type { NewSession } from './sessions.usecases';
import type { UserRow } from './users.repository';

/** A user without the password and tokens, which never leave the server. */
export type UserView = Omit<
  UserRow,
  | 'password'
  | 'resetToken'
  | 'resetTokenExpires'
  | 'recurringTerms'
  | 'stripeCustomerId'
  | 'emailProof'
  | 'emailProofExpires'
  | 'usernameKey'
  | 'emailKey'
  | 'nameKey'
  | 'contactKey'
  | 'guestEmail'
  | 'guestEmailKey'
  | 'mergedInto'
  | 'formerRole'
  | 'invitedAt'
  | 'pendingEmailBy'
> & {
  /** Whom we bill by invoice instead of charging a card. Omitted without a house account. */
  billTo?: string;
};

/**
 * Removes the password, the tokens, Stripe's ID, the shown terms, and the keys used to compare and
 * sort names.
 */
export function userView(row: UserRow): UserView {
  const { password, resetToken, resetTokenExpires, stripeCustomerId, ...known } = row;
  const { emailProof, emailProofExpires, recurringTerms, ...named } = known;
  const { usernameKey, emailKey, nameKey, contactKey, formerRole, ...shown } = named;
  const { invitedAt, pendingEmailBy, guestEmail, guestEmailKey, mergedInto, ...view } = shown;
  return view;
}

/** Returns the response to a staff sign-in. */
export const staffSignInView = ({ role, fullName, username }: UserView) => ({
  role,
  fullName,
  username,
});

/** A finished sign-in: the user, and the session for the browser. */
export type SignedIn = { user: UserView; session: NewSession };
