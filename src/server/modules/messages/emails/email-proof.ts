import { PROOF_LINK_MS } from '@/domain/account/email-address';
import { type EmailTemplate, toAddress } from '../email';

type Facts = {
  user: { id: string };
  /** The address that is to be proven. */
  address: string;
  token: string;
  tokenHash: string;
};

/** The link that proves an address; it works once, for seven days (D78). */
export const emailProof: EmailTemplate<Facts> = (
  { user, address, token, tokenHash },
  { settings, now },
) => ({
  to: toAddress(address, null),
  about: `${user.id}:${tokenHash.slice(0, 16)}`,
  subject: 'Confirm your email address for Dockside',
  lines: [
    'This address was given for an account at Dockside. If it was you, confirm it here within seven days:',
    '',
    `${settings.appUrl}/confirm-email?token=${token}`,
    '',
    'If it was not you, do nothing: no other messages about that account come here.',
  ],
  until: now + PROOF_LINK_MS,
});
