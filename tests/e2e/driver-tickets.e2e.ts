/** Tests meter readings at a stop, and the delivery ticket on the customer's receipt. */
import { earlyTest, expect } from '../support/e2e';
import { pdfText } from '../support/pdf-text';
import { axeFindsNothing } from './steps/axe';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

earlyTest(
  'a driver enters meter readings, confirms that they differ, and the customer’s PDF has the ticket',
  async ({ browser, page, product }) => {
    const picture = (name: string) => earlyTest.info().outputPath(`${name}.png`);
    const home = await browser.newContext({ baseURL: product.url });
    const office = await home.newPage();
    const staff = callsOf(office, product.url);
    const [first, second] = [
      await giveAppointment(staff),
      await giveAppointment(staff, { time: '12:00 PM - 2:00 PM' }),
    ];
    await enterAsAdmin(office, '/admin/settings');
    await office.getByRole('button', { name: 'Add Truck' }).click();
    const dialog = office.getByRole('dialog', { name: 'Add a truck' });
    await dialog.getByLabel('Name').fill('Blue Ford');
    await dialog.getByLabel('Meter Serial Number').fill('LC-100');
    await dialog.getByRole('button', { name: 'Add Truck' }).click();
    await expect(office.getByText('Tickets 1-1, 1-2, …')).toBeVisible();
    await office.getByLabel('Require meter readings for each fuel delivery').check();
    await office.getByRole('button', { name: 'Save Settings' }).click();
    await expect(office.getByText('Changes are now in effect.')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    const reserved = page.waitForResponse((one) => one.url().includes('driver.reserveTickets'));
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    expect((await reserved).ok()).toBe(true);
    const card = await openStop(page, first.publicCode);
    await card.getByRole('button', { name: 'Mark En Route' }).click();
    const complete = card.getByRole('button', { name: 'Complete', exact: true });
    const gallons = card.getByLabel('Actual Gallons Delivered');
    await gallons.fill('10');
    await complete.click();
    await expect(card.getByText('Enter both the start and end readings.').first()).toBeVisible();
    await gallons.fill('');
    await card.getByLabel('Start Reading').fill('1000');
    await card.getByLabel('End Reading').fill('1010.5');
    await expect(gallons).toHaveValue('10.5');
    await page.screenshot({ path: picture('readings') });
    await axeFindsNothing(page);
    await gallons.fill('12');
    await page.context().setOffline(true);
    await complete.click();
    const question = page.getByRole('dialog').filter({ hasText: 'The meter counted 10.5 gallons' });
    await expect(question).toContainText('12 gallons were entered.');
    await page.screenshot({ path: picture('question') });
    await question.getByRole('button', { name: /^Charge|^Record|^Complete/ }).click();
    await expect(card).toContainText('Completed on this device');
    await page.context().setOffline(false);
    const seen = async (id: string) =>
      (await staff.ask('admin.appointment', { id })).appointment.ticket;
    await expect.poll(async () => (await seen(first.id))?.number).toBe(1);
    expect(await seen(first.id)).toMatchObject({
      ...{ series: 1, truckName: 'Blue Ford', meterSerial: 'LC-100' },
      readings: { startTenths: 10_000, endTenths: 10_105 },
    });

    // The next stop starts where this one ended.
    const next = await openStop(page, second.publicCode);
    await next.getByRole('button', { name: 'Mark En Route' }).click();
    await expect(next.getByLabel('Start Reading')).toHaveValue('1010.5');
    await expect(page.getByText('Ticket 1-1')).toBeVisible();

    const { link } = await staff.call('admin.showLink', { id: first.id });
    const guest = await (await browser.newContext({ baseURL: product.url })).newPage();
    await guest.goto(link);
    await expect(guest.getByText('1-1', { exact: true })).toBeVisible();
    await expect(guest.getByText('1000 to 1010.5 gal')).toBeVisible();
    await guest.screenshot({ path: picture('receipt'), fullPage: true });
    await guest.getByRole('link', { name: 'Print or Download Receipt' }).click();
    const download = guest.waitForEvent('download');
    await guest.getByRole('link', { name: /PDF/ }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const text = pdfText(Buffer.concat(chunks));
    for (const part of ['Delivery ticket\n1-1', 'LC-100', '1000 to 1010.5 gal']) {
      expect(text).toContain(part);
    }
    await office.goto(`/admin?q=${first.publicCode}`);
    await expect(office.getByText('1000 to 1010.5 gal')).toBeVisible();

    // The desk completes the second delivery with the readings that the driver calls in.
    await office.goto(`/admin?q=${second.publicCode}`);
    await office.getByRole('button', { name: 'Complete Service' }).click();
    const desk = office.getByRole('dialog', { name: 'Complete Appointment' });
    await expect(desk.getByLabel('Start Reading')).toHaveValue('1010.5');
    await desk.getByRole('button', { name: 'Complete Delivery' }).click();
    await expect(desk.getByText('Enter both the start and end readings.')).toBeVisible();
    await desk.getByLabel('End Reading').fill('1022.5');
    await expect(desk.getByLabel('Actual Gallons Delivered')).toHaveValue('12');
    for (const width of [390, 1440]) {
      await office.setViewportSize({ width, height: 900 });
      await desk.getByLabel('End Reading').scrollIntoViewIfNeeded();
      await office.screenshot({ path: picture(`desk-${width}`) });
    }
    await axeFindsNothing(office, 'dialog[open]');
    await desk.getByLabel('Actual Gallons Delivered').fill('15');
    await desk.getByRole('button', { name: 'Complete Delivery' }).click();
    const asked = office.getByRole('dialog').filter({ hasText: 'The meter counted 12 gallons' });
    await asked.getByRole('button', { name: /^Charge/ }).click();
    await expect(desk).toBeHidden();
    expect(await seen(second.id)).toMatchObject({
      ...{ series: 1, truckName: 'Blue Ford' },
      readings: { startTenths: 10_105, endTenths: 10_225 },
    });
    await guest.context().close();
    await home.close();
  },
);
