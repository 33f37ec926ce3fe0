/** Tests the pages that the server writes itself. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { callApi } from './steps/api';
import { expectFit } from './steps/boxes';

async function expectToFit(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFit(page);
}

test('/api/docs fits its screen', async ({ page }) => {
  await page.goto('/api/docs');
  await expectToFit(page);
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  const booking = page.locator('#bookAppointment');
  await expect(booking.getByRole('row', { name: /^201 BookedAppointment/ })).toBeVisible();
  await expect(booking.getByRole('row', { name: /^409 Error/ })).toBeVisible();
  await expectToFit(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
});

test("/dev/mailbox fits its screen, however long a message's words are", async ({
  page,
  request,
}) => {
  const unique = `x${Date.now()}x${process.pid}`;
  const email = `${unique.padEnd(60, 'w')}@${'harbor'.repeat(9)}.example`;
  const answer = await callApi(request, 'POST', '/api/auth/register', {
    data: {
      username: unique,
      password: 'secret1',
      email,
      fullName: 'W'.repeat(80),
      phone: '(269) 555-0142',
      homeAddress: '12 Lake Road, Dowagiac',
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await callApi(request, 'POST', '/api/auth/reset-password-request', { data: { email } });
  const message = page.locator('article').filter({ hasText: email });
  // The outbox is emptied every few seconds.
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await expect(message.filter({ hasText: 'Reset your' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectToFit(page);
  const reset = message.filter({ hasText: 'Reset your' });
  await reset.getByText('HTML version').click();
  const form = reset.frameLocator('iframe');
  await expect(form.getByRole('heading', { name: /^Reset your/ })).toBeVisible();
  await expect(form.getByRole('link', { name: 'Set Password' })).toBeVisible();
  await expectToFit(page);
});
