import { openSheet } from './sheet';

/**
 * Shows a dialog instead of the bank's page, as Stripe's test mode does. The customer completes or
 * fails the authentication there. Escape fails it, like closing the bank's page.
 */
export async function showAuthenticationDialog(): Promise<'complete' | 'fail'> {
  const outcome = await openSheet<'complete' | 'fail'>({
    title: 'Test authentication',
    text: 'With a real card, your bank would ask you to verify your identity here.',
    actions: { complete: 'Complete authentication', fail: 'Fail authentication' },
  });
  return outcome ?? 'fail';
}
