import type { LocalMailbox, ReceivedMail } from '@/server/ports/mail/local';
import { type Html, html, pageResponse } from './page';

/**
 * Shows the emails of a machine without a mail server (never in production). Only links to
 * `appUrl`, our own address, can be followed.
 */
export async function mailboxPage(mailbox: LocalMailbox, appUrl: string): Promise<Response> {
  const mails = await mailbox.list();
  const body = html`<h1>Local mailbox</h1>
<p class="quiet">This machine has no mail server, so emails appear here instead, newest first.</p>
${mails.map((mail) => article(mail, appUrl))}${mails.length === 0 ? html`<p>No emails yet.</p>` : null}`;
  return pageResponse('Local mailbox · Dockside', body);
}

function article(mail: ReceivedMail, appUrl: string): Html {
  return html`<article>
<h3>${mail.subject}</h3>
<p class="quiet">To ${mail.to} · <time datetime="${mail.sentAt}">${mail.sentAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre>${withLinks(mail.text, appUrl)}</pre>
</article>
`;
}

function withLinks(text: string, appUrl: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (isOurs(part, appUrl) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function isOurs(part: string, appUrl: string): boolean {
  return URL.canParse(part) && new URL(part).origin === new URL(appUrl).origin;
}
