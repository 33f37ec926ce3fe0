import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import type { LocalMailbox, ReceivedMail } from '@/server/ports/mail/local';
import type { LocalPushes, SentPush } from '@/server/ports/push/local';
import type { LocalTexts, SentText } from '@/server/ports/texts/local';
import { type Html, html, pageResponse } from './page';

/** The folders with the messages of a machine that can't send them. */
type Kept = {
  mailbox?: LocalMailbox | null;
  localTexts?: LocalTexts | null;
  localPushes?: LocalPushes | null;
};

/**
 * Shows the emails, texts, and notifications of a machine that can't send them (never in
 * production). Only links to `appUrl`, our own address, can be followed.
 */
export async function mailboxPage(
  { mailbox, localTexts, localPushes }: Kept,
  appUrl: string,
): Promise<Response> {
  const [mails = [], texts = [], pushes = []] = await Promise.all([
    mailbox?.list(),
    localTexts?.list(),
    localPushes?.list(),
  ]);
  const messages: Shown[] = [
    ...mails.map((mail) => ({ ...mail, repliesTo: null })),
    ...texts.map(asMail),
    ...pushes.map(pushAsMail),
  ].sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
  const body = html`<h1>Local mailbox</h1>
<p class="quiet">${explanation({ mailbox, localTexts, localPushes })}</p>
${messages.map((message) => article(message, appUrl))}${messages.length === 0 ? html`<p>No messages yet.</p>` : null}`;
  return pageResponse('Local mailbox · Dockside', body, { frames: true, forms: true });
}

function explanation({ mailbox, localTexts, localPushes }: Kept): string {
  const all = [
    { here: mailbox, missing: 'email server', kept: 'emails' },
    { here: localTexts, missing: 'text provider', kept: 'texts' },
    { here: localPushes, missing: 'push service', kept: 'notifications' },
  ].filter(({ here }) => here);
  const missing = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    all.map((one) => one.missing),
  );
  const kept = new Intl.ListFormat('en').format(all.map((one) => one.kept));
  return `This machine has no ${missing}, so ${kept} appear here instead, newest first.`;
}

/** A message of any kind. `repliesTo` is the number that can reply to a text. */
type Shown = ReceivedMail & { repliesTo: string | null };

const asMail = ({ to, body, sentAt }: SentText): Shown => ({
  to,
  repliesTo: to,
  subject: 'Text message',
  sentAt,
  text: body,
  htmlName: null,
  calendar: null,
  attachment: null,
});

/** The endpoint belongs to one browser, so only its host is shown. */
function pushAsMail({ to, payload, sentAt }: SentPush): Shown {
  const { title, body } = JSON.parse(payload) as { title: string; body: string };
  const { host } = new URL(to.endpoint);
  const shown = { to: host, subject: 'Notification', sentAt, text: `${title}\n${body}` };
  return { ...shown, htmlName: null, calendar: null, attachment: null, repliesTo: null };
}

function article(mail: Shown, appUrl: string): Html {
  return html`<article>
<h3>${mail.subject}</h3>
<p class="quiet">To ${mail.to} · <time datetime="${mail.sentAt}">${mail.sentAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre>${withLinks(mail.text, appUrl)}</pre>
${mail.htmlName && html`<details><summary>HTML version</summary><iframe title="${mail.subject}" src="/dev/mailbox/${mail.htmlName}" sandbox="" loading="lazy"></iframe></details>`}
${mail.calendar && html`<details><summary>Calendar file</summary><pre>${mail.calendar}</pre></details>`}
${mail.repliesTo && html`<form method="post" action="/dev/mailbox"><input type="hidden" name="from" value="${mail.repliesTo}"><label>Reply as the customer <input name="text" required maxlength="1000"></label> <button>Send Reply</button></form>`}
${mail.attachment && html`<p>Attachment: <a download="${mail.attachment.name}" href="data:application/pdf;base64,${mail.attachment.pdf}">${mail.attachment.name}</a></p>`}
</article>
`;
}

/** Loaded with the first reply, because it loads the phone rules of all countries. */
const callbacks = lazy(() => import('@/server/modules/outbox/text-callbacks.usecases'));

/**
 * Receives a reply typed on the page like a call from the text provider, then returns to the page.
 */
export async function replyFromMailbox(
  deps: Deps,
  { localTexts }: Kept,
  request: Request,
): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const [from, text] = [form?.get('from'), form?.get('text')];
  if (!localTexts || typeof from !== 'string' || typeof text !== 'string') {
    return new Response('Bad request', { status: 400 });
  }
  const url = new URL('/api/texts/inbound', deps.settings.appUrl);
  const fields = { From: from, Body: text, MessageSid: `local-${deps.ids.next()}` };
  const { receiveReply } = await callbacks();
  await receiveReply(
    { deps },
    {
      url,
      body: new URLSearchParams(fields).toString(),
      signature: await localTexts.sign(url.href, fields),
    },
  );
  return new Response(null, { status: 303, headers: { location: '/dev/mailbox' } });
}

/** Shows an email's HTML form alone. It has no scripts, and could run none. */
export async function emailForm(mailbox: LocalMailbox, name: string): Promise<Response> {
  const form = await mailbox.html(name);
  if (form === null) return new Response('Not found', { status: 404 });
  return new Response(form, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      'x-frame-options': 'SAMEORIGIN',
    },
  });
}

function withLinks(text: string, appUrl: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (isOurs(part, appUrl) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function isOurs(part: string, appUrl: string): boolean {
  return URL.canParse(part) && new URL(part).origin === new URL(appUrl).origin;
}
