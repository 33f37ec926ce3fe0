/** Staff find customers and call them, however their names and numbers are written. */
import type { APIRequestContext } from 'playwright/test';
import { addDays } from '@/domain/dates';
import { expect, test } from '../support/e2e';
import { todayIn } from '../support/zones';
import { expectFit } from './steps/boxes';
import { listsLoaded } from './steps/lists';
import { DEMO, enterAsAdmin, section } from './steps/staff';

const PEOPLE: [fullName: string, phone: string][] = [
  ['Zed Young', '269.555.0188'],
  ['Łukasz Ørsted', '+44 (0)20 7946 0958'],
  ['Élodie O’Brien', '(269)\u00A0555\u20110123'],
  ['Edward Fox', '2695550190'],
  ['Felix Strauß', '1-269-555-0191 #4'],
  ['Lena Moss', '(269) 555-0192 or 555-0193'],
];

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function register(request: APIRequestContext) {
  for (const [index, [fullName, phone]] of PEOPLE.entries()) {
    await post(request, '/api/auth/register', {
      ...{ username: `person${index}`, email: `person${index}@lake.example` },
      ...{ fullName, phone, password: 'six-characters', homeAddress: 'Pier 4' },
    });
  }
}

test('staff find every customer by plain letters and digits, in alphabetical order', async ({
  page,
  request,
}) => {
  await register(request);
  await enterAsAdmin(page, '/admin?tab=customers');
  const panel = page.getByRole('region', { name: 'Customer Database' });
  const search = panel.getByRole('searchbox');
  // A name is a button in the table, and part of the whole card on a phone.
  const everyName = new RegExp(`^(${PEOPLE.map(([fullName]) => fullName).join('|')})$`);
  const names = panel.getByText(everyName).filter({ visible: true });
  for (const [typed, name] of [
    ['elodie obrien', 'Élodie O’Brien'],
    ["O'BRIEN", 'Élodie O’Brien'],
    ['2695550123', 'Élodie O’Brien'],
    ['269–555–0123', 'Élodie O’Brien'],
    ['lukasz', 'Łukasz Ørsted'],
    ['orsted', 'Łukasz Ørsted'],
    ['+442079460958', 'Łukasz Ørsted'],
    ['STRASSE', null],
    ['strauss', 'Felix Strauß'],
    ['555 0193', 'Lena Moss'],
  ] as const) {
    await search.fill(typed);
    if (name === null)
      await expect(panel.getByText('No customers match your search')).toBeVisible();
    else await expect(names.filter({ hasText: name })).toBeVisible();
    await listsLoaded(page);
    if (name !== null) await expect(names).toHaveText([name]);
  }
  await search.fill('');
  await expect(names.filter({ hasText: 'Edward Fox' })).toBeVisible();
  await listsLoaded(page);
  const inOrder = (await names.allTextContents()).filter((name) =>
    PEOPLE.some(([fullName]) => fullName === name),
  );
  expect(inOrder).toEqual([
    'Edward Fox',
    'Élodie O’Brien',
    'Felix Strauß',
    'Lena Moss',
    'Łukasz Ørsted',
    'Zed Young',
  ]);
  // No number makes the page wider than the screen.
  await expectFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await search.fill('elodie obrien');
  await expect(names).toHaveText(['Élodie O’Brien']);
  await expectFit(page);
  await search.fill('');
  await expect(names.filter({ hasText: 'Łukasz Ørsted' })).toBeVisible();

  const visible = (text: string) => panel.getByText(text).filter({ visible: true });
  for (const shown of ['+44 20 7946 0958', '(269) 555-0123', '(269) 555-0191 ext. 4']) {
    await expect(visible(shown)).toBeVisible();
  }
  await names.filter({ hasText: 'Łukasz Ørsted' }).click();
  await expect(page.getByRole('link', { name: '+44 20 7946 0958' })).toHaveAttribute(
    'href',
    'tel:+442079460958',
  );

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('felix strauss');
  await dialog.getByRole('option', { name: /^Felix Strauß/ }).click();
  await expect(page.getByRole('link', { name: '(269) 555-0191 ext. 4' })).toHaveAttribute(
    'href',
    'tel:+12695550191;ext=4',
  );
});

test('a guest’s appointment calls the number with its extension, and is found in its section', async ({
  page,
  request,
}) => {
  await post(request, '/api/auth/admin-login', DEMO.admin);
  const order = {
    ...{
      date: addDays(todayIn(), 1),
      time: '2:00 PM - 4:00 PM',
      location: 'Dvořák’s Pier',
      slipNumber: '7',
    },
    ...{ fuelType: 'Regular', canType: 'boat', estimatedGallons: '20', smallIceBags: 1 },
    ...{ largeIceBags: 0, overCapacityReason: 'A test' },
  };
  const guests = [
    ['Søren Ægir', '269-555-0177 ext 12', '(269) 555-0177 ext. 12', 'tel:+12695550177;ext=12'],
    ['Pat Two', '(269) 555-0191 or 555-0192', '(269) 555-0191 or 555-0192', 'tel:+12695550191'],
    ['Ann Abroad', '0044 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ] as const;
  for (const [index, [customerName, customerPhone]] of guests.entries()) {
    const json = { ...order, id: `guest-of-the-test-${index}`, customerName, customerPhone };
    await post(request, '/api/trpc/admin.bookForCustomer', { json });
  }
  await enterAsAdmin(page, '/admin?view=board');
  const search = page.getByRole('searchbox').first();
  for (const [typed, [name, , shown, href]] of [
    ['soren aegir', guests[0]],
    ['(269)\u00A0555\u20110191', guests[1]],
    ['020 7946 0958', guests[2]],
  ] as const) {
    await search.fill(typed);
    const cards = section(page, 'Pending').getByRole('article');
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(name);
    await expect(cards.getByRole('link', { name: shown })).toHaveAttribute('href', href);
  }
});
