/** Tests two people in two tabs of one browser. A page's content goes only to its own person. */
import type { BrowserContext, Page } from 'playwright/test';
import { openBeside } from '../support/beside';
import { earlyTest, expect, test } from '../support/e2e';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { type Customer, logIn, newCustomer } from './steps/customer';
import { addDriver } from './steps/day';
import { callsOf, confirmAppointment, giveAppointment, openStop } from './steps/driver';
import { goBack } from './steps/history';
import { canBeUsed, fillBooking, openHome, scheduleButton } from './steps/order-form';
import { waitingInOutbox, wake } from './steps/outbox';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

const ANNA = { fullName: 'Anna Alpha', phone: '(269) 555-1111', homeAddress: '1 Alpha Road' };
const BERT = { fullName: 'Bert Beta', phone: '(269) 555-2222', homeAddress: '2 Beta Street' };
const DOCK = 'Eagle Point Marina, Dowagiac';

/** Registers a customer, who isn't signed in on this page. */
async function registered(page: Page, product: { url: string }, over: Partial<Customer>) {
  const person = { ...newCustomer(), ...over };
  const elsewhere = await page.context().browser()?.newContext();
  if (!elsewhere) throw new Error('the page has no browser');
  await callsOf(elsewhere, product.url).call('auth.register', person);
  await elsewhere.close();
  return person;
}

/** Signs Anna in on the page, and creates an account for Bert. */
async function annaAndBert(page: Page, product: { url: string }, path = '/') {
  const [anna, bert] = [
    await registered(page, product, ANNA),
    await registered(page, product, BERT),
  ];
  await callsOf(page, product.url).call('auth.login', anna);
  await page.goto(path);
  await expect(page.getByText(`Welcome, ${ANNA.fullName}`)).toBeVisible();
  await canBeUsed(page);
  return { anna, bert };
}

const notice = (page: Page, name: string) =>
  page.getByRole('heading', { name: `${name} is signed in now` });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You’re signed out' });
const goOn = (page: Page, name?: string) =>
  page.getByRole('button', { name: name ? `Continue as ${name}` : 'Continue' }).click();
const logOut = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();

/** Returns everything that the page shows and that its fields contain. */
const held = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    return [document.body.textContent, ...fields.map(({ value }) => value)].join('\n');
  });
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** Signs Bert in in a second tab, after Anna's Logout there. */
async function switchInSecondTab(context: BrowserContext, bert: Customer) {
  const second = await context.newPage();
  await second.goto('/');
  await logOut(second);
  await logIn(second, bert);
  await expect(second.getByText(`Welcome, ${BERT.fullName}`)).toBeVisible();
  return second;
}

test.describe('after another customer signs in in a second tab', () => {
  test("the first customer's typed order is cleared immediately", async ({
    page,
    context,
    product,
  }) => {
    const { bert } = await annaAndBert(page, product);
    await fillBooking(page);
    const second = await switchInSecondTab(context, bert);

    await expect(notice(page, BERT.fullName)).toBeVisible();
    expect(await held(page)).not.toMatch(/Alpha|555-1111|Eagle Point/);
    await goOn(page, BERT.fullName);
    await expect(page.getByText(`Welcome, ${BERT.fullName}`)).toBeVisible();
    await expect(page.getByLabel('Delivery Location')).toHaveValue(BERT.homeAddress);
    for (const one of [page, second]) {
      expect(await held(one)).not.toMatch(/Alpha|555-1111|Eagle Point/);
      expect(await kept(one)).not.toMatch(/Alpha|555-1111|Eagle Point/);
    }
    // Bert orders on that page for himself.
    await fillBooking(page);
    await scheduleButton(page).click();
    await typeCard(page, '4242424242424242');
    await saveCardButton(page).click();
    await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
    const [booked] = await callsOf(page, product.url).ask('booking.list');
    const calls = callsOf(page, product.url);
    await calls.call('auth.adminLogin', DEMO.admin);
    const { appointment } = await calls.ask('admin.appointment', { id: booked.id });
    expect(appointment).toMatchObject({ customerPhone: BERT.phone, location: DOCK });
  });

  test('an order that is still sent books nothing', async ({ page, product }) => {
    const { bert } = await annaAndBert(page, product);
    await fillBooking(page);
    const calls = callsOf(page, product.url);
    await calls.call('auth.login', bert);
    await scheduleButton(page).click();

    await expect(notice(page, BERT.fullName)).toBeVisible();
    expect(await held(page)).not.toMatch(/Alpha|555-1111|Eagle Point/);
    expect(await kept(page)).not.toMatch(/Alpha|555-1111|Eagle Point/);
    expect(await calls.ask('booking.list')).toEqual([]);
    await goOn(page, BERT.fullName);
    await expect(page.getByLabel('Delivery Location')).toHaveValue(BERT.homeAddress);
    await expect(page.getByLabel('Estimated Gallons')).toHaveValue('');
  });

  test("a typed card isn't saved for anyone else", async ({ page, product }) => {
    const { anna, bert } = await annaAndBert(page, product);
    await fillBooking(page);
    await scheduleButton(page).click();
    await typeCard(page, '4242424242424242');
    const calls = callsOf(page, product.url);
    await calls.call('auth.login', bert);
    // One of the page's own calls may have closed the modal before the press.
    const pressed = saveCardButton(page).click();
    await Promise.race([pressed.catch(() => {}), notice(page, BERT.fullName).waitFor()]);

    await expect(notice(page, BERT.fullName)).toBeVisible();
    await expect(paymentModal(page)).toBeHidden();
    expect(await calls.ask('account.cards')).toEqual([]);
    expect(await calls.ask('booking.list')).toEqual([]);
    // The card reached Stripe for Anna's appointment, so it's saved for that one.
    await calls.call('auth.login', anna);
    await expect.poll(async () => (await calls.ask('booking.list')).length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(await calls.ask('booking.list'))).not.toContain(BERT.fullName);
  });

  test("preferences, a boat, and a dialog change nothing of the other customer's", async ({
    page,
    product,
  }) => {
    const { anna, bert } = await annaAndBert(page, product, '/account?tab=preferences');
    const calls = callsOf(page, product.url);
    await page.getByLabel('Typical Fuel Capacity').fill('99');
    await calls.call('auth.login', bert);
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(notice(page, BERT.fullName)).toBeVisible();
    expect((await calls.ask('auth.me')).typicalFuelCapacity).not.toBe(99);

    await calls.call('auth.login', anna);
    await page.goto('/account?tab=profile');
    const boats = page.getByRole('region', { name: 'Boats' });
    await boats.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Annabelle');
    await calls.call('auth.login', bert);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(notice(page, BERT.fullName)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await calls.ask('account.boats')).toEqual([]);
  });
});

test.describe('a visitor’s page whose browser now has a session', () => {
  test('carries nothing over', async ({ page, context, product }) => {
    const bert = await registered(page, product, BERT);
    const second = await context.newPage();
    await openHome(second);
    await openHome(page);
    await fillBooking(page);
    await page.getByLabel('Your Phone').fill('269 555 1111');
    await logIn(second, bert);
    await expect(second.getByText(`Welcome, ${BERT.fullName}`)).toBeVisible();
    await expect(second.getByLabel('Delivery Location')).toHaveValue(BERT.homeAddress);

    await expect(notice(page, BERT.fullName)).toBeVisible();
    await goOn(page, BERT.fullName);
    await expect(page.getByLabel('Delivery Location')).toHaveValue(BERT.homeAddress);
    expect(await held(page)).not.toMatch(/555 1111|Eagle Point/);
    expect(await held(second)).not.toMatch(/555 1111|Eagle Point/);
  });

  test('books nothing', async ({ page, product }) => {
    const bert = await registered(page, product, BERT);
    await openHome(page);
    await fillBooking(page);
    await page.getByLabel('Your Phone').fill('269 555 1111');
    const calls = callsOf(page, product.url);
    await calls.call('auth.login', bert);
    await scheduleButton(page).click();
    await expect(notice(page, BERT.fullName)).toBeVisible();
    expect(await calls.ask('booking.list')).toEqual([]);
  });
});

test('a page whose customer signed out in another tab is cleared immediately', async ({
  page,
  context,
  product,
}) => {
  await annaAndBert(page, product);
  await page.getByLabel('Delivery Location').fill(DOCK);
  const second = await context.newPage();
  await second.goto('/account');
  await logOut(second);
  await expect(signedOut(page)).toBeVisible();
  expect(await held(page)).not.toMatch(/Alpha|555-1111|Eagle Point/);
  await goOn(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByLabel('Delivery Location')).toHaveValue('');
  expect(await kept(page)).not.toMatch(/Alpha|555-1111|Eagle Point/);
});

test('a page whose session expired continues as a visitor’s, with what was typed', async ({
  page,
  product,
}) => {
  const { bert } = await annaAndBert(page, product);
  await fillBooking(page);
  await page.context().clearCookies();
  await scheduleButton(page).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByLabel('Delivery Location')).toHaveValue(DOCK);

  // A different customer who signs in to continue doesn't book what Anna typed.
  await logIn(page, bert);
  await expect(page.getByText(`Welcome, ${BERT.fullName}`)).toBeVisible();
  await expect(page.getByLabel('Delivery Location')).toHaveValue(BERT.homeAddress);
  expect(await callsOf(page, product.url).ask('booking.list')).toEqual([]);
});

test('the office’s customers disappear once a customer signs in in another tab', async ({
  page,
  context,
  product,
}) => {
  const bert = await registered(page, product, BERT);
  await enterAsAdmin(page, '/admin?tab=customers');
  await expect.poll(() => held(page)).toContain('Sam Waters');
  const second = await context.newPage();
  await second.goto('/');
  await logOut(second);
  await expect(signedOut(page)).toBeVisible();
  await second.getByRole('button', { name: 'Dismiss' }).click();
  await logIn(second, bert);
  await expect(notice(page, BERT.fullName)).toBeVisible();
  expect(await held(page)).not.toContain('Sam Waters');
  expect(page.url()).not.toContain('customers');
  await goOn(page, BERT.fullName);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText(`Welcome, ${BERT.fullName}`)).toBeVisible();
});

test('an admin whose session expired continues with what was typed after signing in again', async ({
  page,
  product,
}) => {
  const bert = await registered(page, product, BERT);
  const calls = callsOf(page, product.url);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const signIn = async ({ username, password }: { username: string; password: string }) => {
    await again.getByLabel('Username').fill(username);
    await again.getByLabel('Password', { exact: true }).fill(password);
    await again.getByRole('button', { name: 'Sign In' }).click();
  };
  await enterAsAdmin(page, '/admin?tab=customers');
  await page.getByRole('button', { name: 'Sam Waters' }).filter({ visible: true }).first().click();
  const note = page.getByRole('textbox', { name: 'New Note' }).first();
  await note.fill('Knock twice');
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(again).toBeVisible();
  await expect(page.getByText('Sam Waters').filter({ visible: true })).toHaveCount(0);
  await signIn(DEMO.admin);
  await expect(again).toBeHidden();
  await expect(note).toHaveValue('Knock twice');

  // Another person who signs in doesn't continue the first one's booking.
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(again).toBeVisible();
  await signIn(bert);
  await expect(notice(page, BERT.fullName)).toBeVisible();
  expect(await held(page)).not.toMatch(/Sam Waters|Knock twice/);
  expect((await calls.ask('auth.me')).username).toBe(bert.username);
});

test('a staff dialog stays open when a session ends', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=board');
  const edit = page.getByRole('button', { name: 'Edit Details' });
  const card = page.locator('[data-appointment]').filter({ has: edit }).first();
  await card.getByRole('button', { name: 'Edit Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Appointment' });
  const gallons = dialog.getByLabel('Gallons');
  await gallons.fill('31');
  await page.context().clearCookies();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  // The list polls every few seconds, and the server refuses the poll.
  await expect(again).toBeVisible();
  await expect(dialog).toBeHidden();
  await again.getByLabel('Username').fill(DEMO.admin.username);
  await again.getByLabel('Password', { exact: true }).fill(DEMO.admin.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(gallons).toHaveValue('31');
  await expect(dialog.getByRole('region', { name: 'Price preview' })).toContainText('31 gal');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Estimated gallons31');
});

test('a change after the session ended shows only the sign-in, and can be sent again', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?view=board');
  const edit = page.getByRole('button', { name: 'Edit Details' });
  const card = page.locator('[data-appointment]').filter({ has: edit }).first();
  await card.getByRole('button', { name: 'Edit Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Appointment' });
  // It doesn't change the price, which may still be loading after the sign-in.
  await dialog.getByLabel('Slip Number').fill('Slip 44');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expect(page.getByText('Update Failed')).toHaveCount(0);
  await again.getByLabel('Username').fill(DEMO.admin.username);
  await again.getByLabel('Password', { exact: true }).fill(DEMO.admin.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Slip 44');
});

test('a former admin sees no customers', async ({ page, product }) => {
  await enterAsAdmin(page, '/admin?tab=customers');
  await expect.poll(() => held(page)).toContain('Sam Waters');
  const beside = openBeside(product.folder);
  await beside.execute("update users set role = 'customer' where username = 'admin'");
  beside.close();
  // The first refused call shows the page that the user is no longer an admin. The page makes calls by
  // itself too, so the search box may already be gone.
  const search = page.getByRole('searchbox').filter({ visible: true }).first();
  const required = page.getByRole('heading', { name: 'Admin Access Required' });
  await Promise.race([search.fill('Wat').catch(() => {}), required.waitFor()]);
  await expect(required).toBeVisible();
  expect(await held(page)).not.toContain('Sam Waters');
});

test('emergency access in one tab and an admin in another are two people', async ({
  page,
  context,
}) => {
  await enterAsAdmin(page, '/admin?tab=customers');
  const second = await context.newPage();
  await second.goto('/emergency-admin');
  await second.getByLabel('Emergency Password').fill('lifebuoy-on-the-pier');
  await second.getByRole('button', { name: 'Emergency Access' }).click();
  await second.waitForURL('**/admin');
  await expect(notice(page, 'Emergency access')).toBeVisible();
  await goOn(page, 'Emergency access');
  await expect(page.getByText('You’re using emergency access')).toBeVisible();
});

test('a page that the person returns to asks who is signed in', async ({ page, product }) => {
  const { bert } = await annaAndBert(page, product);
  await callsOf(page, product.url).call('auth.login', bert);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(notice(page, BERT.fullName)).toBeVisible();
});

earlyTest.describe('drivers on one tablet', () => {
  earlyTest(
    "one driver's action waits while the other is signed in",
    async ({ page, context, browser, product }) => {
      const office = await browser.newContext();
      const staff = callsOf(office, product.url);
      const { id, publicCode } = await giveAppointment(staff);
      await addDriver(staff, 'Erin Echo');
      const erin = { username: 'erinecho', password: 'driver-password' };
      const statusOf = async () => {
        const { appointment } = await staff.ask('admin.appointment', { id });
        return appointment.status;
      };

      await page.goto('/driver');
      await submitSignIn(page, DEMO.driver);
      const card = await openStop(page, publicCode);
      await card.getByRole('button', { name: 'Mark En Route' }).click();
      await expect.poll(statusOf).toBe('en_route');
      await card.getByLabel('Actual Gallons Delivered').fill('10');
      // She signs in between the press and the call's arrival.
      await page.route('**/api/trpc/driver.complete*', async (route) => {
        await callsOf(page, product.url).call('auth.login', erin);
        await route.continue();
      });
      await card.getByRole('button', { name: 'Complete', exact: true }).click();

      await expect(notice(page, 'Erin Echo')).toBeVisible();
      expect(await held(page)).not.toContain(publicCode);
      expect(await statusOf()).toBe('en_route');
      expect(await waitingInOutbox(page)).toBe(1);

      const second = await context.newPage();
      const isReported = second.waitForResponse((answer) =>
        answer.url().includes('driver.reportIssue'),
      );
      await second.goto('/driver');
      await expect(
        second.getByText('1 update from another driver is waiting on this device.'),
      ).toBeVisible();
      await isReported;
      expect(await held(second)).not.toContain(publicCode);
      await expect(second.getByRole('button', { name: /Discard/ })).toHaveCount(0);
      await wake(second);
      expect(await waitingInOutbox(second)).toBe(1);
      await second.getByRole('button', { name: 'Logout' }).click();
      await expect(second.getByText('1 update is waiting on this device.')).toBeVisible();

      await submitSignIn(second, DEMO.driver);
      await expect.poll(statusOf).toBe('completed');
      await expect.poll(() => waitingInOutbox(second)).toBe(0);
      // Erin's page notifies dispatch of the waiting work, and no other items are open.
      await expect
        .poll(async () => (await staff.ask('admin.reviewQueue')).open)
        .toMatchObject([
          { kind: 'driver_report', reason: expect.stringContaining(`Order: ${publicCode}.`) },
        ]);
      await office.close();
    },
  );

  earlyTest(
    "the device shows only the signed-in driver's days",
    async ({ page, browser, product }) => {
      const office = await browser.newContext();
      const staff = callsOf(office, product.url);
      await confirmAppointment(staff);
      const days = () =>
        page.evaluate(
          () =>
            new Promise<IDBValidKey[]>((resolve) => {
              const opening = indexedDB.open('dockside-driver');
              opening.onsuccess = () => {
                const stores = opening.result.transaction(['days', 'people']);
                const views = stores.objectStore('days').getAllKeys();
                const people = stores.objectStore('people').getAllKeys();
                stores.oncomplete = () => {
                  opening.result.close();
                  resolve([...views.result, ...people.result]);
                };
              };
            }),
        );
      await page.goto('/driver');
      await submitSignIn(page, DEMO.driver);
      await expect.poll(async () => (await days()).length).toBe(2);
      await page.getByRole('link', { name: 'Password and Devices' }).click();
      await page.waitForURL('**/account?tab=security');
      await logOut(page);
      await expect.poll(days).toEqual([]);
      await office.close();
    },
  );
});

test('a sign-in from the form continues the order while a second tab is open', async ({
  page,
  context,
  product,
}) => {
  const bert = await registered(page, product, BERT);
  const second = await context.newPage();
  await second.goto('/');
  await canBeUsed(second);
  await openHome(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await dialog.getByLabel('Username').fill(bert.username);
  await dialog.getByLabel('Password', { exact: true }).fill(bert.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(deliveryCards(page)).toContainText(DOCK);
  await expect(notice(second, BERT.fullName)).toBeVisible();
});

/** Returns the browser's reasons for reloading the page after Back instead of restoring it. */
const reasonsNotKept = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return JSON.stringify(
      (entry as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons,
    );
  });

test('Back after Logout in a second tab shows nothing of the person', async ({
  playwright,
  product,
}, { project }) => {
  // Playwright turns off the back/forward cache.
  const browser = await playwright.chromium.launch({
    ...project.use.launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const context = await browser.newContext({ baseURL: product.url });
  const calls = callsOf(context, product.url);
  await calls.call('auth.adminLogin', DEMO.admin);
  const page = await context.newPage();
  for (const [path, shown] of [
    ['/account', 'Alex Harbor'],
    ['/admin?tab=customers', 'Sam Waters'],
    ['/driver', 'Sam Waters'],
  ] as const) {
    await calls.call('auth.adminLogin', DEMO.admin);
    await page.goto(path);
    await expect.poll(() => held(page)).toContain(shown);
    await page.goto('/favicon.svg');
    const second = await context.newPage();
    await second.goto('/');
    await logOut(second);
    await expect(second.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await goBack(page);
    // The browser would have cached the page if the response hadn't forbidden it.
    expect(await reasonsNotKept(page)).toContain('response-cache-control-no-store');
    await expect(
      signedOut(page)
        .or(page.getByRole('button', { name: /^(Login|Sign In)$/ }).first())
        .first(),
    ).toBeVisible();
    expect(await held(page)).not.toContain(shown);
    await second.close();
  }
  await browser.close();
});

test("a page that the browser cached is hidden until it's known who is signed in", async ({
  page,
  product,
}) => {
  const { bert } = await annaAndBert(page, product);
  const turn = (name: 'pagehide' | 'pageshow') =>
    page.evaluate(
      (type) => void window.dispatchEvent(new PageTransitionEvent(type, { persisted: true })),
      name,
    );
  await turn('pagehide');
  await expect(page.getByText(`Welcome, ${ANNA.fullName}`)).toBeHidden();
  await turn('pageshow');
  await expect(page.getByText(`Welcome, ${ANNA.fullName}`)).toBeVisible();

  await turn('pagehide');
  await callsOf(page, product.url).call('auth.login', bert);
  await turn('pageshow');
  await expect(notice(page, BERT.fullName)).toBeVisible();
  await expect(page.getByText(ANNA.fullName)).toHaveCount(0);
});
