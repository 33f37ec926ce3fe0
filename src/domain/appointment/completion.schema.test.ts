import { describe, expect, test } from 'bun:test';
import { dollars } from '../fields';
import { cents } from '../money';
import { staffOrderFields } from '../order/staff-order.schema';
import { confirmSetupSchema } from '../payment/payment.schema';
import { appointmentListSchema, confirmationSchema, schedulingSchema } from './appointment.schema';
import { completionSchema, photoSchema } from './completion.schema';

const first = (outcome: { error?: { issues: { message: string }[] } }) =>
  outcome.error?.issues[0]?.message;

const MISSING = 'Please enter actual gallons delivered.';
const TENTHS = 'Gallons must be from 0 to 500, in tenths.';
const IMAGE = 'Please select an image file.';

describe('delivered gallons', () => {
  test.each([
    [0, 0],
    ['0', 0],
    [12.5, 125],
    ['12.5', 125],
    [' 12 ', 120],
    [500, 5_000],
  ])('%p is read as %p tenths', (actualGallons, tenths) => {
    expect(completionSchema.parse({ id: 'a', actualGallons }).actualGallonsTenths).toBe(tenths);
  });

  test.each<[unknown, string]>([
    [undefined, MISSING],
    [null, MISSING],
    ['', MISSING],
    ['  ', MISSING],
    [true, MISSING],
    ['a dozen', TENTHS],
    ['12.55', TENTHS],
    [12.55, TENTHS],
    [-1, TENTHS],
    ['-0.1', TENTHS],
    [500.1, TENTHS],
    ['1e2', TENTHS],
    [Number.POSITIVE_INFINITY, MISSING],
  ])('%p is refused with %p', (actualGallons, sentence) => {
    expect(first(completionSchema.safeParse({ id: 'a', actualGallons }))).toBe(sentence);
  });

  test('have their own message for an order', () => {
    expect(first(staffOrderFields.estimatedGallons.safeParse(''))).toBe(TENTHS);
    expect(first(staffOrderFields.estimatedGallons.safeParse(undefined))).toBe(TENTHS);
    expect(staffOrderFields.estimatedGallons.parse('70.5')).toBe(705);
  });
});

describe('a completion', () => {
  const least = { id: 'a', actualGallons: 20 };

  test('keeps bags, notes, photos, and the device’s time, and drops the rest', () => {
    const photo = 'data:image/jpeg;base64,/9j/4AAQ';
    const sent = {
      ...least,
      smallIceBags: 2,
      notes: ' Left at the slip ',
      fuelPhoto: photo,
      receiptPhoto: null,
      completedAt: '2026-06-13T15:00:00Z',
      status: 'completed',
      totalPrice: 1,
      balancePaid: true,
    };
    expect(completionSchema.parse(sent)).toEqual({
      id: 'a',
      actualGallonsTenths: 200,
      smallIceBags: 2,
      notes: 'Left at the slip',
      fuelPhoto: photo,
      receiptPhoto: null,
      completedAt: '2026-06-13T15:00:00Z',
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ smallIceBags: 51 }, 'Ice bags must be a whole number from 0 to 50.'],
    [{ largeIceBags: -1 }, 'Ice bags must be a whole number from 0 to 50.'],
    [{ notes: 'x'.repeat(1_001) }, 'Please use at most 1000 characters.'],
    [{ notes: 7 }, 'Please enter text.'],
    [{ fuelPhoto: 'photo.jpg' }, IMAGE],
    [{ id: '' }, 'An ID is required.'],
  ])('with %p is refused', (part, sentence) => {
    expect(first(completionSchema.safeParse({ ...least, ...part }))).toBe(sentence);
  });
});

describe('a photo', () => {
  test.each([
    'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/vnd.adobe.photoshop;base64,AAAA',
  ])('%p is one', (url) => {
    expect(photoSchema.parse(url)).toBe(url);
  });

  test.each<[unknown]>([
    [undefined],
    [7],
    [''],
    ['data:image/png;base64,'],
    ['data:image/png,raw'],
    ['data:text/html;base64,PGI+'],
    ['data:application/pdf;base64,JVBERi0='],
    ['data:image/png;charset=x;base64,AAAA'],
    ['data:image/png;base64,AA AA'],
    ['data:image/png;base64,AAAA\n<script>'],
    ['https://elsewhere.example/photo.png'],
    ['javascript:alert(1)'],
  ])('%p is none', (value) => {
    expect(first(photoSchema.safeParse(value))).toBe(IMAGE);
  });

  test('is at most about 3 MB', () => {
    const url = `data:image/png;base64,${'A'.repeat(4_200_000)}`;
    expect(first(photoSchema.safeParse(url))).toBe(
      'That photo is too large. Please select one under 3 MB.',
    );
    expect(photoSchema.safeParse(url.slice(0, 4_200_000)).success).toBe(true);
  });
});

describe('dollars', () => {
  const schema = dollars('Please enter a price.', { most: cents(10_000) });

  test.each([
    ['4.16', 416],
    [4.16, 416],
    ['$100', 10_000],
    [0, 0],
  ])('%p is read as %p cents', (typed, amount) => {
    expect(schema.parse(typed)).toBe(amount);
  });

  test.each(['100.01', 100.01, '4.165', '4,16', '-1', '', null, undefined, {}])(
    '%p is refused',
    (typed) => {
      expect(first(schema.safeParse(typed))).toBe('Please enter a price.');
    },
  );
});

describe('staff calls', () => {
  test('a driver is selected by number, or omitted', () => {
    expect(schedulingSchema.parse({ id: 'a' })).toEqual({ id: 'a' });
    expect(schedulingSchema.parse({ id: 'a', driverId: null }).driverId).toBeNull();
    expect(schedulingSchema.parse({ id: 'a', driverId: 3 }).driverId).toBe(3);
    for (const driverId of [0, -1, 1.5, '1']) {
      expect(first(schedulingSchema.safeParse({ id: 'a', driverId }))).toBe('Select a driver.');
    }
  });

  test('a reason for no card is short', () => {
    expect(confirmationSchema.parse({ id: 'a', noCardReason: ' Cash ' }).noCardReason).toBe('Cash');
    expect(confirmationSchema.safeParse({ id: 'a', noCardReason: 'x'.repeat(301) }).success).toBe(
      false,
    );
  });

  test('a list defaults to its first page without holds', () => {
    expect(appointmentListSchema.parse({ status: 'pending' })).toEqual({
      status: 'pending',
      includeHeld: false,
      page: 1,
    });
    for (const part of [{ status: 'lost' }, { page: 0 }, { page: 1.5 }, { date: 'today' }]) {
      expect(appointmentListSchema.safeParse({ status: 'pending', ...part }).success).toBe(false);
    }
  });

  test('a saved card comes with its setup intent', () => {
    const saved = { appointmentId: 'a', setupIntentId: 'seti_1' };
    expect(confirmSetupSchema.parse({ ...saved, paymentMethodId: null })).toEqual({
      ...saved,
      paymentMethodId: null,
    });
    expect(first(confirmSetupSchema.safeParse({ appointmentId: 'a' }))).toBe(
      'A setup intent ID is required.',
    );
  });
});
