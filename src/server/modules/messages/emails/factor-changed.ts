import type { FactorKind } from '@/domain/account/second-factor';
import { type Account, type EmailTemplate, toAccount } from '../email';

/** What happened; `about` is the id of what was added, removed, made or used. */
export type FactorNews = { about: string } & (
  | { news: 'added' | 'removed'; kind: FactorKind }
  | { news: 'reset' | 'codes-made' | 'code-used' }
);

const KINDS: Record<FactorKind, string> = { passkey: 'A passkey', totp: 'An authenticator app' };

function sentenceOf(change: FactorNews): string {
  switch (change.news) {
    case 'added':
      return `${KINDS[change.kind]} was just added to your account. It can confirm your sign-ins from now on.`;
    case 'removed':
      return `${KINDS[change.kind]} was just removed from your account. It confirms no sign-in any more.`;
    case 'reset':
      return 'All second factors and recovery codes of your account were just taken away, and you are signed out everywhere.';
    case 'codes-made':
      return 'New recovery codes were just made for your account. The ones of before no longer work.';
    case 'code-used':
      return 'A recovery code of your account was just used. It does not work again.';
  }
}

/** After a second factor or a recovery code changed, so that its owner notices when it was another person. */
export const factorChanged: EmailTemplate<{ account: Account; change: FactorNews }> = ({
  account,
  change,
}) => ({
  to: toAccount(account),
  about: `${change.news}:${change.about}`,
  subject: 'The second factor of your Dockside account',
  // Without any link: a false message of this kind is known by having one.
  lines: [
    sentenceOf(change),
    'If it was not you, change your password in your account at once, and tell an administrator.',
  ],
});
