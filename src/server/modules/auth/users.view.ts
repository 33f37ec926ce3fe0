import type { NewSession } from './sessions.usecases';
import type { UserRow } from './users.repository';

/** A user without password and tokens, which never leave the server. */
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

/** Leaves out the password, the tokens, Stripe's id, and the keys by which names are compared and sorted. */
export function userView(row: UserRow): UserView {
  const { password, resetToken, resetTokenExpires, stripeCustomerId, ...known } = row;
  const { emailProof, emailProofExpires, usernameKey, emailKey, ...sorted } = known;
  const { nameKey, contactKey, ...view } = sorted;
  return view;
}

/** The answer to a staff sign-in. */
export const staffSignInView = ({ role, fullName, username }: UserView) => ({
  role,
  fullName,
  username,
});

/** A sign-in that is done: the user, and the session for the browser. */
export type SignedIn = { user: UserView; session: NewSession };
