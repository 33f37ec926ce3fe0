/** No failure prints a person's data to stdout or stderr, for programs or on a terminal. */
import { expect, test } from 'bun:test';
import { toldIn } from '../support/person';
import { runProgram } from '../support/programs';

const PROGRAM = 'tests/support/personal-errors.ts';
const ENDS = ['throw', 'reject', 'await'] as const;
const KINDS = ['write', 'orm', 'batch', 'raise', 'stripe 402', 'mail 550', 'json', 'circle'];

const refusePersonIn = (printed: string) => expect(toldIn(printed)).toEqual([]);

for (const end of ENDS) {
  test(`the log for programs, ended by ${end}, has JSON lines about failures and no personal data`, async () => {
    const { code, out, err } = await runProgram([PROGRAM, end], {});
    expect(out).toEndWith('all were told');
    expect(code).toBe(1);
    refusePersonIn(`${out}\n${err}`);
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (kind: string) => lines.find(({ message }) => message === kind);
    for (const kind of KINDS) {
      expect([kind, of(kind)]).toEqual([
        kind,
        expect.objectContaining({ error: expect.any(String) }),
      ]);
    }
    expect(lines.at(-1)).toMatchObject({ message: 'uncaught error' });
    // The log has the facts that an operator needs: class, code, place, statement, and the status
    // from Stripe or the email server.
    expect(of('write')).toMatchObject({
      error: 'SqliteError',
      code: 'SQLITE_CONSTRAINT_UNIQUE',
    });
    expect(of('orm')).toMatchObject({
      error: 'Error',
      statement: 'insert into users',
      stack: expect.stringContaining('session.js'),
      cause: { error: 'LibsqlError', code: 'SQLITE_CONSTRAINT_UNIQUE' },
    });
    expect(of('stripe 402')).toMatchObject({
      error: 'PaymentsRejected',
      code: 'card_declined',
      cause: { statusCode: 402 },
    });
    expect(of('mail 450')).toMatchObject({ code: 'EENVELOPE', responseCode: 450 });
    expect(of('mail 550')).toMatchObject({ error: 'MailRefused', responseCode: 550 });
    expect(of('a call failed')).toMatchObject({ path: 'auth.register' });
  }, 120_000);
}

test('the log on a terminal has one line per event', async () => {
  const decoder = new TextDecoder();
  let printed = '';
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, 'throw'], {
    cwd: `${import.meta.dir}/../..`,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    terminal: {
      cols: 200,
      data(_terminal: unknown, chunk: Uint8Array) {
        printed += decoder.decode(chunk, { stream: true }).replaceAll('\r', '');
      },
    },
  });
  expect(await child.exited).toBe(1);
  expect(printed).toContain('uncaught error');
  expect(printed).toMatch(/^\d\d:\d\d:\d\d error write · error /m);
  refusePersonIn(printed);
}, 120_000);
