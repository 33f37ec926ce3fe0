import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DESCRIPTIONS } from '@/server/rest/descriptions';
import { REST_TABLE } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Every call of section 7 of both specifications. */
const SPECIFIED = [
  'GET /api/auth/status',
  'GET /api/auth/me',
  'GET /api/user/profile',
  'PUT /api/user/profile',
  'PUT /api/auth/profile',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/logout',
  'POST /api/auth/reset-password-request',
  'POST /api/auth/reset-password',
  'POST /api/auth/change-password',
  'GET /api/weather',
  'GET /api/fuel-prices',
  'GET /api/time-slots/{date}',
  'POST /api/validate-promo-code',
  'POST /api/appointments',
  'GET /api/appointments',
  'DELETE /api/appointments/{id}',
  'PATCH /api/appointments/{id}',
  'POST /api/create-payment-authorization',
  'POST /api/create-setup-intent',
  'POST /api/confirm-payment-setup',
  'GET /api/support',
  'POST /api/auth/admin-login',
  'GET /api/auth/admin-status',
  'POST /api/auth/emergency-admin',
  'GET /api/admin/appointments',
  'GET /api/admin/customers',
  'POST /api/admin/manual-fuel-prices',
  'PUT /api/support',
  'PATCH /api/admin/appointments/{id}/update-details',
  'POST /api/appointments/{id}/complete',
  'POST /api/create-balance-payment',
  'POST /api/admin/change-password',
  'GET /api/admin/availability/{date}',
  'PATCH /api/admin/availability',
  'POST /api/admin/bulk-block-availability',
  'GET /api/appointments/date/{date}',
  'GET /api/drivers/{id}',
  'GET /api/appointments/today',
];

type Operation = {
  summary: string;
  requestBody?: {
    content: {
      'application/json': { schema: { properties: Record<string, unknown>; required?: string[] } };
    };
  };
};

describe('the document', () => {
  let paths: Record<string, Record<string, Operation>>;
  beforeAll(async () => {
    const answer = await app.visitor().rest('GET', '/api/openapi.json');
    expect(answer.body.openapi).toBe('3.1.0');
    paths = answer.body.paths;
  });

  for (const call of SPECIFIED) {
    test(`has ${call}`, () => {
      const [method = '', path = ''] = call.split(' ');
      expect(paths[path]?.[method.toLowerCase()]?.summary).toBeString();
    });
  }

  test('every row of the table is described, by a procedure that exists', () => {
    const procedures = Object.keys(appRouter._def.procedures);
    for (const row of REST_TABLE) {
      const call = `${row.method} ${row.path}`;
      expect(Object.keys(DESCRIPTIONS)).toContain(call);
      const procedure = DESCRIPTIONS[call]?.procedure;
      if (procedure !== undefined)
        expect([call, procedures]).toEqual([call, expect.arrayContaining([procedure])]);
    }
  });

  test('bodies are those the server checks, under the names that callers use', () => {
    const body = (path: string, method: string) =>
      paths[path]?.[method]?.requestBody?.content['application/json'].schema;
    const booking = body('/api/appointments', 'post');
    expect(Object.keys(booking?.properties ?? {})).toContain('estimatedGallons');
    expect(booking?.required).toEqual(['date', 'time', 'location']);
    expect(Object.keys(body('/api/admin/availability', 'patch')?.properties ?? {}).sort()).toEqual([
      'date',
      'isAvailable',
      'timeSlot',
    ]);
    expect(body('/api/appointments/{id}/complete', 'post')?.properties.id).toBeUndefined();
  });

  test('and the page says the same without any script', async () => {
    const answer = await app.visitor().fetch('/api/docs');
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).not.toContain('<script');
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`);
  });
});
