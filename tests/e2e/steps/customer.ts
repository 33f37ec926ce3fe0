/** A customer's account in browser tests, registered and signed in. */
import { expect, type Page } from 'playwright/test';
import { listsLoaded } from './lists';
import { canBeUsed } from './order-form';

export type Customer = {
  username: string;
  password: string;
  email: string;
  fullName: string;
  phone: string;
  homeAddress: string;
};

let made = 0;

/** A customer who isn't registered yet. */
export function newCustomer(): Customer {
  made += 1;
  const username = `pat${Date.now()}x${process.pid}x${made}`;
  return {
    username,
    password: 'secret1',
    email: `${username}@example.com`,
    fullName: 'Pat Harbor',
    phone: '(269) 555-0142',
    homeAddress: '12 Lake Road, Dowagiac',
  };
}

/** The Login / Create Account dialog in either mode. */
export const accountDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(Login|Create Account|Continue as guest)$/ });

/** Registers from the header, which also signs the customer in. */
export async function register(page: Page, customer: Customer) {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await fillRegistration(page, customer);
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account Created')).toBeVisible();
  await expect(accountDialog(page)).toBeHidden();
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();
}

/** Creates a customer without the form, signs them in in the page's browser, and opens a page. */
export async function enterAsCustomer(page: Page, path = '/'): Promise<Customer> {
  const customer = newCustomer();
  const answer = await page.request.post('/api/trpc/auth.register', { data: { json: customer } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(path);
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();
  // The server renders the name, so it's visible before the page reacts to presses.
  await canBeUsed(page);
  await listsLoaded(page);
  return customer;
}

/** Fills the Create Account form. Nothing is sent. */
export async function fillRegistration(page: Page, customer: Customer) {
  const dialog = accountDialog(page);
  await dialog.getByLabel('Full Name').fill(customer.fullName);
  await dialog.getByLabel('Username').fill(customer.username);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByLabel('Phone').fill(customer.phone);
  await dialog.getByLabel('Home Address').fill(customer.homeAddress);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
}

/** Signs in from the header. */
export async function logIn(page: Page, customer: Pick<Customer, 'username' | 'password'>) {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, customer);
}

/** Signs in in the open dialog. */
export async function fillLogin(page: Page, customer: Pick<Customer, 'username' | 'password'>) {
  const dialog = accountDialog(page);
  await dialog.getByLabel('Username').fill(customer.username);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
}
