import { expect, test } from 'bun:test';
import { type Contact, guestLack, profileLack } from './contact';

const COMPLETE = {
  customerName: 'Sam Waters',
  customerEmail: 'sam@dockside.example',
  customerPhone: '(269) 555-0117',
};

test.each<[Contact, keyof Contact | undefined]>([
  [COMPLETE, undefined],
  [{}, 'customerEmail'],
  [{ ...COMPLETE, customerEmail: 'sam' }, 'customerEmail'],
  [{ ...COMPLETE, customerEmail: null, customerPhone: null }, 'customerEmail'],
  [{ ...COMPLETE, customerPhone: '555-0117' }, 'customerPhone'],
  [{ ...COMPLETE, customerPhone: null, customerName: null }, 'customerPhone'],
  [{ ...COMPLETE, customerName: ' S ' }, 'customerName'],
  [{ ...COMPLETE, customerName: 'Al' }, undefined],
])('the profile %p lacks %p', (contact, field) => {
  expect(profileLack(contact)?.field).toBe(field);
});

test.each<[Contact, 'customerEmail' | 'customerPhone' | undefined]>([
  [{ customerPhone: '(269) 555-0117' }, undefined],
  [COMPLETE, undefined],
  [{}, 'customerPhone'],
  [{ customerPhone: '555-0117' }, 'customerPhone'],
  [{ customerPhone: '(269) 555-0117', customerEmail: 'sam' }, 'customerEmail'],
])('the contact of a guest %p lacks %p', (contact, field) => {
  expect(guestLack(contact)?.field).toBe(field);
});
