import type { NewSession } from './sessions.usecases';
import type { UserRow } from './users.repository';

/** A user without the password and tokens, which never leave the server. */
export type UserView = Omit<
  UserRow,
  | 'password'
  | 'resetToken'
  | 'resetTokenExpires'
  | 'stripeCustomerId'
  | 'emailProof'
  | 'emailProofExpires'
  | 'usernameKey'
  | 'emailKey'
  | 'nameKey'
  | 'contactKey'
>;

/** Removes the password, the tokens, Stripe's ID, and the keys used to compare and sort names. */
export function userView(row: UserRow): UserView {
  const { password, resetToken, resetTokenExpires, stripeCustomerId, ...known } = row;
  const { emailProof, emailProofExpires, usernameKey, emailKey, ...sorted } = known;
  const { nameKey, contactKey, ...view } = sorted;
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
