import { expect, test } from 'bun:test';
import { MailRefused } from './port';
import { translated } from './refusals';

const said = (response: string, command = 'RCPT TO') =>
  translated(
    Object.assign(new Error('refused'), {
      command,
      response,
      responseCode: Number(response.slice(0, 3)),
    }),
  );

test.each([
  '550 no such user',
  '550 5.1.1 <sam@lake.example>: Recipient address rejected: User unknown in relay recipient table',
  '550 no such user <author.relay@client.example>',
  '551 user not local',
  '553 mailbox name not allowed',
  '554 5.1.1 bad destination mailbox address',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; authentication is fine',
])("a server's answer about an address ends the message: %s", (response) => {
  expect(said(response)).toBeInstanceOf(MailRefused);
});

test.each([
  '550 relaying denied',
  '554 <sam@lake.example>: Relay access denied',
  "553 sorry, that domain isn't in my list of allowed rcpthosts",
  '550 Service unavailable; client host [192.0.2.1] blocked using zen.spamhaus.org',
  '550 SMTP AUTH is required for sending messages',
  '550 authentication required',
  '550 not authenticated',
  '550 permission denied',
  '550 daily sending quota exceeded',
  '550 too many messages from you, try again later',
  '554 sender address rejected: domain not found',
  '554 IP address is blacklisted',
  '550 client host [5.1.1.9] blocked',
  '503 bad sequence of commands: MAIL first',
  '500 unknown command',
  '502 not implemented',
  '530 must issue a STARTTLS command first',
  '535 bad credentials',
  '552 mailbox full',
  '550 5.7.1 no relay for you',
])("a server's answer about us doesn't end a message: %s", (response) => {
  expect(said(response)).not.toBeInstanceOf(MailRefused);
  expect(said(response, 'DATA')).not.toBeInstanceOf(MailRefused);
});
