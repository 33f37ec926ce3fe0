/** The flows that every browser must support. */

import { expect } from 'bun:test';
import { join } from 'node:path';
import { DEMO } from '../e2e/steps/staff';
import type { OpenBrowser } from './engine';

/** A picture for receipt and fuel-fill photos. */
const PHOTO = join(import.meta.dir, '../../docs/images/booking.png');

const text = (name: string, within?: string) => ({ kind: 'text', name, within }) as const;
const button = (name: string, within?: string) => ({ kind: 'button', name, within }) as const;
const field = (name: string) => ({ kind: 'field', name }) as const;
const part = (name: string) => ({ kind: 'part', name }) as const;
const file = (name: string) => ({ kind: 'file', name }) as const;

/** Enters a text in each field, by the fields' labels. */
async function fill(browser: OpenBrowser, texts: Record<string, string>) {
  for (const [label, typed] of Object.entries(texts)) await browser.type(field(label), typed);
}

/** Books 20 gallons with a card as a visitor. @returns the appointment's code */
async function book(browser: OpenBrowser, url: string): Promise<string> {
  await browser.open(url);
  await fill(browser, { 'Delivery Location': 'Eagle Point Marina', 'Your Phone': '2695550177' });
  await browser.press(button('20 gallons'));
  await browser.press(button('Schedule Delivery'));
  await fill(browser, {
    'Credit or debit card number': '4242424242424242',
    'Credit or debit card expiration date': '1234',
    'Credit or debit card CVC/CVV': '123',
    'ZIP Code': '49047',
  });
  await browser.press(button('Save Card'));
  await browser.read(text('Appointment Confirmed!'));
  return browser.read(part('#just-booked dd'));
}

async function bookAsGuest(browser: OpenBrowser, url: string) {
  const code = await book(browser, url);
  const card = await browser.read(part(`[data-appointment="${code}"]`));
  expect(card).toContain('Pending');
  expect(card).toContain('Eagle Point Marina');
  await browser.press(button('Dismiss Confirmation'));
  await browser.open(url);
  await browser.read(text('Pending', `[data-appointment="${code}"]`));
}

async function useAccount(browser: OpenBrowser, url: string) {
  const signIn = { Username: 'pat', Password: 'secret1' };
  await browser.open(url);
  await browser.press(button('Login'));
  // The page also has a "Create Account" button. So the dialog's button is only pressed after the
  // dialog has opened.
  await browser.read(field('Username'));
  await browser.press(button('Create Account'));
  await fill(browser, {
    'Full Name': 'Pat Harbor',
    Email: 'pat@example.com',
    Phone: '2695550142',
    'Home Address': '12 Lake Road, Dowagiac',
    ...signIn,
  });
  await browser.press(button('Create Account'));
  await browser.read(text('Welcome, Pat Harbor'));
  await browser.press(button('My Account'));
  await fill(browser, { 'Boat Name (optional)': 'Second Wind' });
  await browser.press(button('Update Profile'));
  await browser.read(text('Your profile has been saved.'));
  await browser.press(button('Preferences'));
  await fill(browser, { 'Typical Fuel Capacity': '40' });
  await browser.press(button('Save Preferences'));
  await browser.read(text('Your preferences have been saved.'));
  await browser.press(button('Logout'));
  await browser.press(button('Login'));
  await fill(browser, signIn);
  await browser.press(button('Login'));
  await browser.read(text('Welcome, Pat Harbor'));
}

async function workAsStaff(browser: OpenBrowser, url: string) {
  const code = await book(browser, url);
  const card = `[data-appointment="${code}"]`;
  await browser.open(`${url}/admin-login`);
  await fill(browser, { Username: DEMO.admin.username, Password: DEMO.admin.password });
  await browser.press(button('Sign In'));
  await browser.press(button('Confirm', card));
  await browser.press(button('Schedule', card));
  await browser.press(button('Complete Service', card));
  for (const name of ['receiptPhoto', 'fuelPhoto']) await browser.attach(file(name), PHOTO);
  await fill(browser, { 'Actual Gallons Delivered': '19.5' });
  await browser.press(button('Complete Delivery'));
  await browser.read(text('Payment Complete', card));
}

export const WALKS: Record<string, (browser: OpenBrowser, url: string) => Promise<void>> = {
  'a guest books with a card and finds the delivery again': bookAsGuest,
  'a customer registers, changes the account and signs in again': useAccount,
  'staff confirm, schedule and complete a delivery with two photos': workAsStaff,
};
