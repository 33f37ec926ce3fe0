import { describe, expect, test } from 'bun:test';
import {
  emailSchema,
  loginSchema,
  passwordSchema,
  phoneSchema,
  registrationSchema,
} from './sign-in.schema';

const sam = {
  username: 'sam',
  password: 'secret',
  email: 'sam@dockside.example',
  fullName: 'Sam Waters',
  phone: '(269) 555-0100',
  homeAddress: '58112 Lakeshore Drive',
};

const first = (outcome: { error?: { issues: { message: string }[] } }) =>
  outcome.error?.issues[0]?.message;

describe('registration', () => {
  test('defaults to Regular, trims, and drops what it does not know', () => {
    expect(registrationSchema.parse({ ...sam, username: ' sam ', role: 'admin' })).toEqual({
      ...sam,
      preferredFuelType: 'Regular',
    });
    expect(
      registrationSchema.parse({ ...sam, preferredFuelType: 'Premium' }).preferredFuelType,
    ).toBe('Premium');
  });

  test.each<[string, unknown, string]>([
    ['username', undefined, 'Username is required'],
    ['username', '  ', 'Username is required'],
    ['username', 'x'.repeat(61), 'Please use at most 60 characters.'],
    ['password', undefined, 'Password must be at least 6 characters long.'],
    ['password', '12345', 'Password must be at least 6 characters long.'],
    ['password', 'x'.repeat(201), 'Please use at most 200 characters.'],
    ['email', undefined, 'Please enter a valid email address'],
    ['email', 'sam', 'Please enter a valid email address'],
    ['email', `${'x'.repeat(200)}@dockside.example`, 'Please enter a valid email address'],
    ['fullName', '', 'Full name is required'],
    ['phone', undefined, 'Valid phone number is required'],
    ['phone', '555-0100', 'Valid phone number is required'],
    ['phone', '1'.repeat(41), 'Valid phone number is required'],
    ['homeAddress', ' ', 'Address is required'],
    ['preferredFuelType', 'Diesel', 'Please select Regular or Premium fuel.'],
  ])('with the %s %p is refused', (field, value, sentence) => {
    const outcome = registrationSchema.safeParse({ ...sam, [field]: value });
    expect(outcome.error?.issues.map((issue) => [issue.path.join('.'), issue.message])[0]).toEqual([
      field,
      sentence,
    ]);
  });

  test('reports all missing fields in form order', () => {
    const paths = registrationSchema.safeParse({}).error?.issues.map((issue) => issue.path[0]);
    expect(paths).toEqual(['username', 'password', 'email', 'fullName', 'phone', 'homeAddress']);
  });

  test('keeps a password unchanged', () => {
    expect(registrationSchema.parse({ ...sam, password: ' six ch ' }).password).toBe(' six ch ');
  });
});

describe('signing in', () => {
  test('needs a username and a password of any realistic length', () => {
    expect(loginSchema.parse({ username: ' sam ', password: 'x' })).toEqual({
      username: 'sam',
      password: 'x',
    });
    expect(first(loginSchema.safeParse({ password: 'x' }))).toBe('Username is required');
    expect(first(loginSchema.safeParse({ username: 'sam' }))).toBe('Password is required');
    expect(first(loginSchema.safeParse({ username: 'sam', password: '' }))).toBe(
      'Password is required',
    );
  });

  test('rejects a password that is too long to hash', () => {
    const endless = { username: 'sam', password: 'x'.repeat(201) };
    expect(first(loginSchema.safeParse(endless))).toBe('Please use at most 200 characters.');
  });
});

test('each form can use its own message', () => {
  expect(first(passwordSchema('New password must be at least 6 characters').safeParse('x'))).toBe(
    'New password must be at least 6 characters',
  );
  expect(first(emailSchema('Valid email is required').safeParse('x'))).toBe(
    'Valid email is required',
  );
  expect(first(phoneSchema('Valid phone number is required').safeParse('x'))).toBe(
    'Valid phone number is required',
  );
  expect(first(phoneSchema().safeParse('x'))).toBe(
    'Please enter a phone number with at least 10 digits.',
  );
});
