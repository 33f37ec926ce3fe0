import { earlyTest, expect } from '../support/e2e';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest(
  'the driver sees the boat and dock first, and a wrong fuel or amount stops the delivery',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    try {
      const calls = callsOf(office, product.url);
      await calls.call('auth.login', DEMO.customer);
      const boats = await calls.call('account.addBoat', {
        ...{ name: 'Gull', fuelCapacity: 40, fuelTaken: 'Premium' },
        ...{ fillerSide: 'starboard', fillerPlace: 'Under the rear seat' },
      });
      const location = 'Eagle Point, dock C';
      const dock = { label: location, gateCode: '4711', note: 'Mind the dog' };
      const docks = await calls.call('account.addDock', dock);
      const appointment = await giveAppointment(calls, {
        ...{ location, estimatedGallons: 40, fuelType: 'Regular', canType: 'boat' },
        boatId: boats.find(({ name }: { name: string }) => name === 'Gull').id,
        dockId: docks.find(({ label }: { label: string }) => label === location).id,
      });

      await page.goto(`${product.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      const card = await openStop(page, appointment.publicCode);
      for (const known of [
        ...[
          'Gull',
          'Takes Premium',
          'Tank 40 gal',
          'Fuel fill: Starboard (right), Under the rear seat',
        ],
        ...['Gate code 4711', 'Mind the dog', 'Gull takes Premium, but this order is for Regular.'],
      ]) {
        await expect(card).toContainText(known);
      }
      const setOut = card.getByRole('button', { name: 'Mark En Route' });
      const question = page.getByRole('dialog', { name: 'Set out with this fuel?' });
      await setOut.click();
      await expect(question).toContainText('Call the customer or dispatch first.');
      await question.getByRole('button', { name: 'Not Yet' }).click();
      await expect(card).toContainText('Pending');
      await setOut.click();
      await question.getByRole('button', { name: 'Set Out' }).click();
      await expect(card).toContainText('En Route');

      for (const key of ['4', '6'])
        await card.getByRole('button', { name: key, exact: true }).click();
      const above =
        '46 gallons were entered, for an order of 40. The tank holds 40. Is that right?';
      await expect(card.getByText(above)).toBeVisible();
      await card.getByRole('button', { name: 'Delete last digit' }).click();
      await card.getByRole('button', { name: '0', exact: true }).click();
      await card.getByRole('button', { name: 'Complete', exact: true }).click();
      const charge = page.getByRole('dialog', { name: /^Charge / });
      await expect(charge).toContainText('Gull takes Premium, but this order is for Regular.');
      await charge.getByRole('button', { name: /^Charge \$/ }).click();
      await expect(page.getByText('Delivery completed!')).toBeVisible();
    } finally {
      await office.close();
    }
  },
);
