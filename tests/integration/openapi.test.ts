import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '@/server/rest/openapi/document';
import { OPERATIONS } from '@/server/rest/table';
import { apiDocument } from '../support/api-document';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let served: OpenApiDocument;
beforeAll(async () => {
  app = await startTestApp();
  const answer = await app.visitor().rest('GET', '/api/openapi.json');
  expect(answer.headers.get('content-type')).toStartWith('application/json');
  served = answer.body;
});
afterAll(() => app.close());

/** Every call in the API contract. */
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

const operations = () =>
  Object.entries(served.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the document', () => {
  test('is OpenAPI 3.1, and every test checks answers against it', () => {
    expect(served.openapi).toBe('3.1.0');
    expect(served).toEqual(JSON.parse(JSON.stringify(apiDocument)));
  });

  for (const call of SPECIFIED) {
    test(`has ${call}`, () => {
      const [method = '', path = ''] = call.split(' ');
      expect(served.paths[path]?.[method.toLowerCase()]?.summary).toBeString();
    });
  }

  test('has every operation in the table, each with its own name', () => {
    for (const { method, path } of OPERATIONS) {
      expect(served.paths[path]?.[method.toLowerCase()]?.operationId).toBeString();
    }
    const names = OPERATIONS.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
  });

  test("has each operation's answer, errors, and sign-in", () => {
    for (const { path, method, operation } of operations()) {
      const call = `${method} ${path}`;
      const statuses = Object.keys(operation.responses);
      expect([call, statuses]).toEqual([call, expect.arrayContaining(['401', '500'])]);
      const [success] = statuses.filter((status) => status.startsWith('2'));
      const content = operation.responses[success ?? '']?.content ?? {};
      expect([call, Object.values(content)]).toEqual([call, [{ schema: expect.anything() }]]);
      for (const status of statuses.filter((one) => one >= '400')) {
        expect(operation.responses[status]?.content).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        });
      }
      expect(operation.security.length).toBeGreaterThan(0);
      for (const scheme of operation.security.flatMap(Object.keys)) {
        expect(Object.keys(served.components.securitySchemes)).toContain(scheme);
      }
    }
  });

  test('has a type for every value', () => {
    const SAYS = ['$ref', 'type', 'anyOf', 'enum', 'const'];
    const open: string[] = [];
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const isSchema = /(\/schema|\/schemas\/\w+|\/properties\/\w+|\/items|\/anyOf\/\d+)$/.test(at);
      if (isSchema && !SAYS.some((keyword) => keyword in value)) open.push(at);
      for (const [key, part] of Object.entries(value)) look(part, `${at}/${key}`);
    };
    look(served, '');
    expect(open).toEqual([]);
  });

  test('names the sign-in that the procedures require', () => {
    const said = (path: string, method: string) => {
      const { description, security } = served.paths[path]?.[method] ?? {};
      return [description?.split('.')[0], security?.map((one) => Object.keys(one)[0] ?? 'none')];
    };
    expect(said('/api/fuel-prices', 'get')).toEqual([
      'No sign-in needed',
      ['none', 'session', 'manageToken', 'apiKey'],
    ]);
    expect(said('/api/auth/me', 'get')).toEqual(['For signed-in users', ['session']]);
    expect(said('/api/appointments/{id}', 'delete')).toEqual([
      'For the owner: the signed-in customer, or a guest with X-Manage-Token',
      ['session', 'manageToken', 'apiKey'],
    ]);
    expect(said('/api/support', 'put')).toEqual(['Only for admins', ['session', 'apiKey']]);
    expect(said('/api/admin/customers', 'get')).toEqual([
      'Only for admins and accountants',
      ['session', 'apiKey'],
    ]);
    expect(said('/api/drivers/{id}', 'get')).toEqual([
      'Only for drivers, admins, and dispatchers',
      ['session', 'apiKey'],
    ]);
  });

  test('has the bodies that the server checks, with their outside names', () => {
    const { NewAppointment } = served.components.schemas;
    expect(Object.keys(NewAppointment?.properties ?? {})).toContain('estimatedGallons');
    expect(NewAppointment?.required).toEqual(['date', 'time', 'location']);
    const body = (path: string, method: string) =>
      served.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
    expect(body('/api/appointments', 'post')).toEqual({
      $ref: '#/components/schemas/NewAppointment',
    });
    expect(Object.keys(body('/api/admin/availability', 'patch')?.properties ?? {}).sort()).toEqual([
      'date',
      'isAvailable',
      'timeSlot',
    ]);
    const completion = body('/api/appointments/{id}/complete', 'post');
    expect(completion?.properties?.actualGallons).toBeDefined();
    expect(completion?.properties?.id).toBeUndefined();
  });

  test('passes redocly lint with one exception', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dockside-openapi-'));
    const root = join(import.meta.dir, '../..');
    // The exception contains the file's path relative to the configuration.
    for (const name of ['redocly.yaml', '.redocly.lint-ignore.yaml']) {
      copyFileSync(join(root, name), join(folder, name));
    }
    await Bun.write(join(folder, 'openapi.json'), JSON.stringify(served, null, 2));
    const redocly = join(root, 'node_modules/.bin/redocly');
    const lint = Bun.spawn(
      ['bun', redocly, 'lint', '--config=redocly.yaml', '--format=json', 'openapi.json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    const report = JSON.parse(await new Response(lint.stdout).text());
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0, ignored: 1 });
    rmSync(folder, { recursive: true });
  }, 120_000);
});

describe('the API page', () => {
  test('shows the document without a script', async () => {
    const answer = await app.visitor().fetch('/api/docs');
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).not.toContain('<script');
    for (const path of Object.keys(served.paths)) expect(page).toContain(`<code>${path}</code>`);
    for (const name of Object.keys(served.components.schemas)) {
      expect(page).toContain(`<details id="${name}">`);
      expect(page).toContain(`<a href="#${name}">`);
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
