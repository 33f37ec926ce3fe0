import { describe, expect, test } from 'bun:test';
import type { ShownLogo } from '@/domain/logo';
import { contactLines } from './email';
import { blocksOf } from './email-blocks';
import { emailHtml } from './email-html';
import type { MessageKind } from './emails';
import { appointment, context, ownerLink, samples } from './emails/emails.fixture';
import { textsOf } from './message';

const { appUrl } = context.settings;
const contact = contactLines({ phone: '2695550199', canReply: true, appUrl, cancellation: '' });
const logo: ShownLogo = { src: '/photos/logo.jpg', width: 264, height: 132 };
const frame = { appUrl, company: 'Dockside', logo, address: '12 Lake Road\nDowagiac', contact };

const kinds = Object.keys(samples) as MessageKind[];
const fullOf = <K extends MessageKind>(kind: K) => textsOf(kind, samples[kind].facts, context).full;
const pageOf = ({ subject, body }: { subject: string; body: string }) =>
  emailHtml({ ...frame, subject, body });

/** The words that a person reads on a page, in lowercase. */
function wordsOn(page: string): string[] {
  const shown = page
    .replace(/^.*?<h1/s, '<h1')
    .replace(/<!--.*?-->|<[^>]+>/gs, ' ')
    .replace(/&#x27;|&quot;|&amp;|&lt;|&gt;/g, (mark) => ENTITIES[mark] ?? mark);
  return wordsIn(shown);
}
const ENTITIES: Record<string, string> = {
  '&#x27;': "'",
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};
const wordsIn = (text: string) => text.toLowerCase().match(/[^\s:]+/g) ?? [];
const isAddress = (word: string) => word.startsWith('https') || word.startsWith('//');

describe.each(kinds)('the HTML form of %s', (kind) => {
  const full = fullOf(kind);
  const page = pageOf(full);

  test('has the same words as the text, in the same order', () => {
    const said = wordsIn(full.body.replace(/https?:\/\/\S+/g, '')).slice(0, -1);
    const shown = wordsOn(page).filter((word) => !isAddress(word));
    let at = wordsIn(full.subject).length;
    for (const word of said) {
      const found = shown.indexOf(word, at);
      // A button's own label may stand between two words, such as View Delivery.
      expect([word, found >= at && found - at <= 4]).toEqual([word, true]);
      at = found + 1;
    }
  });

  test('has every address of the text, and one button at most', () => {
    for (const [address] of full.body.matchAll(/https?:\/\/[^\s]+/g)) {
      expect(page).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    }
    const buttons = page.split('class="press"').length - 1;
    expect(buttons).toBe(full.body.includes('https://') ? 1 : 0);
  });

  test('loads nothing but the logo, and runs nothing', () => {
    expect(page.match(/src="[^"]*"/g)).toEqual([`src="${appUrl}/photos/logo.jpg"`]);
    expect(page.match(/<script|<iframe|<link|<form|@import|url\(|\son\w+=/i)).toBeNull();
    expect(page).not.toContain('undefined');
  });
});

test('typed text can’t add markup or links', () => {
  const typed = '<img src=x onerror=alert(1)> "q" & https://evil.example/ javascript:alert(1)';
  const { full } = textsOf(
    'cancelled',
    { appointment, ownerLink, reason: typed, supportPhone: '2695550199' },
    context,
  );
  const page = pageOf({ ...full, subject: `About <b>you</b>` });
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;q&quot; &amp;');
  expect(page).toContain('<h1');
  expect(page).toContain('About &lt;b&gt;you&lt;/b&gt;');
  expect(page).not.toMatch(/<img src=x|<b>|href="https:\/\/evil|href="javascript/);
});

test('the button names what it opens', () => {
  const labelOf = (kind: MessageKind) =>
    blocksOf(fullOf(kind).body, frame).flatMap((block) =>
      block.kind === 'button' ? [block.label] : [],
    );
  expect(labelOf('booked')).toEqual(['View Delivery']);
  expect(labelOf('completed')).toEqual(['View Your Delivery']);
  expect(labelOf('booked-for-you')).toEqual(['Add Your Card Here']);
  expect(labelOf('card-gone')).toEqual(['Add Another Card Here']);
  expect(labelOf('balance-due')).toEqual(['Pay Now']);
  expect(labelOf('password-reset')).toEqual(['Set Password']);
  expect(labelOf('email-proof')).toEqual(['Verify Email Address']);
  expect(labelOf('driver-report')).toEqual(['Open the Dashboard']);
  expect(labelOf('dispute')).toEqual(['Print the Evidence']);
  expect(labelOf('recurring-paused')).toEqual(['Open Account']);
});

test('the end has the company, its address, its phone number, and how to stop', () => {
  const page = pageOf(fullOf('booked'));
  for (const words of ['12 Lake Road\nDowagiac', '(269) 555-0199', 'stop these emails', '/terms"'])
    expect(page).toContain(words);
  const toStaff = emailHtml({ ...frame, ...fullOf('driver-report'), contact: null });
  expect(toStaff).not.toContain('stop these emails');
  expect(emailHtml({ ...frame, ...fullOf('booked'), logo: null })).not.toContain('<img');
});
