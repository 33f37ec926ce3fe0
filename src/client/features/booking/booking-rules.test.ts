import { describe, expect, test } from 'bun:test';
import { isSameRequest } from './booking-attempt';
import { checkOrder, profileRefusal } from './booking-rules';
import { startValues } from './booking-values';

const blank = startValues(null, {});
const filled = {
  ...blank,
  date: '2026-06-13',
  time: '10:00 AM - 12:00 PM',
  location: 'Eagle Point',
  estimatedGallons: '12',
};

describe('checkOrder', () => {
  test('asks for one thing after the other, in the order of the form', () => {
    const first = (values: typeof blank) => {
      const { title, field } = checkOrder(values).first ?? {};
      return [title, field];
    };
    expect(first(blank)).toEqual(['Missing Information', 'date']);
    expect(first({ ...filled, time: '', location: '' })).toEqual(['Missing Information', 'time']);
    expect(first({ ...filled, location: '  ' })).toEqual(['Missing Location', 'location']);
    expect(first({ ...filled, estimatedGallons: '' })).toEqual([
      'No Items Selected',
      'estimatedGallons',
    ]);
    expect(first({ ...filled, estimatedGallons: '71' })).toEqual([
      'Missing Information',
      'estimatedGallons',
    ]);
  });

  test('gives the order with whole gallons', () => {
    expect(checkOrder(filled).order).toMatchObject({ estimatedGallons: 12, fuelType: 'Regular' });
    const ice = { ...filled, estimatedGallons: '', smallIceBags: 2 };
    expect(checkOrder(ice).order).toMatchObject({ estimatedGallons: 0, smallIceBags: 2 });
  });
});

test('a profile is asked for an email, a phone number and a name, in this order', () => {
  const whole = {
    customerEmail: 'pat@example.com',
    customerPhone: '(269) 555-0142',
    customerName: 'Pat',
  };
  expect(profileRefusal({})?.title).toBe('Email Required');
  expect(profileRefusal({ ...whole, customerPhone: '555' })?.title).toBe('Phone Number Required');
  expect(profileRefusal({ ...whole, customerName: ' P ' })?.title).toBe('Full Name Required');
  expect(profileRefusal(whole)).toBeNull();
});

test('the same form is the same request, another one is not', () => {
  const request = { ...filled, estimatedGallons: 12 };
  expect(isSameRequest(request, { ...request })).toBe(true);
  expect(isSameRequest(request, { ...request, estimatedGallons: 13 })).toBe(false);
});
