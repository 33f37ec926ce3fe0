/** Tests how staff change what was ordered: the fuel, where it goes, the boat, and the dock. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { callsOf } from './steps/driver';
import { cardOf, codeOf, enterAsAdmin, section } from './steps/staff';

for (const width of [390, 1440]) {
  test(`staff change the boat, fuel, and dock of an order at ${width} px`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await enterAsAdmin(page, '/admin');
    const pending = section(page, 'Pending').getByRole('article').filter({ hasText: 'Small bags' });
    const code = await codeOf(pending.first());
    await cardOf(page, code).getByRole('button', { name: 'Edit Details' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Appointment' });
    const preview = edit.getByRole('region', { name: 'Price preview' });
    await edit.getByLabel('Gallons', { exact: true }).fill('20');
    await edit.getByRole('radio', { name: 'Blue Heron' }).check();

    // Blue Heron must never be filled with Regular, and the form shows that before the press.
    await edit.getByLabel('Can Type').selectOption({ label: 'Fill the boat' });
    await edit.getByLabel('Fuel', { exact: true }).selectOption('Regular');
    await expect(edit.getByText('Blue Heron must never be filled with Regular.')).toBeVisible();
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit.getByLabel('Fuel', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await edit.getByLabel('Fuel', { exact: true }).selectOption('Premium');
    await expect(edit.getByText('must never be filled')).toBeHidden();

    // A fill-up is estimated from the chosen boat's tank.
    await edit.getByLabel('Fill up').check();
    await expect(edit.getByText('Estimate: up to 32 gallons.')).toBeVisible();
    await expect(edit.getByLabel('Gallons', { exact: true })).toBeHidden();
    await expect(preview).toContainText('fill up, at most 32 gal Premium at $5.16');
    await edit.getByRole('radio', { name: 'Another dock' }).check();
    await edit.getByLabel('Location').fill('Paradise Lake');
    await edit.getByLabel('Slip Number').fill('7');
    await axeFindsNothing(page, 'dialog[open]');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await edit.getByLabel('Custom Fuel Price').fill('0');
    // Otherwise, its preview could arrive after the next one was read.
    await expect(preview).not.toContainText('$5.16');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    const free = page.getByRole('dialog', { name: 'Make this fuel free?' });
    await free.getByRole('button', { name: 'Keep Editing' }).click();
    await edit.getByLabel('Custom Fuel Price').fill('');
    await expect(preview).toContainText('Premium at $5.16');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText(`${code} Updated`)).toBeVisible();
    await expect(edit).toBeHidden();

    const answer = await callsOf(page, product.url).ask('admin.appointments', {
      ...{ status: 'pending', search: code },
    });
    expect(answer.appointments[0]).toMatchObject({
      ...{ fuelType: 'Premium', canType: 'boat', fillUp: true, estimatedGallonsTenths: 320 },
      ...{ boatName: 'Blue Heron', dockId: null, location: 'Paradise Lake', slipNumber: '7' },
    });
  });
}
