import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownLogo } from '@/domain/logo';
import type { ContactLines } from './email';
import { type Block, blocksOf } from './email-blocks';

/** The values that an email's HTML form needs in addition to its text. */
export type EmailFrame = {
  subject: string;
  /** The text without its contact lines. Its last paragraph is the company's name. */
  body: string;
  appUrl: string;
  company: string;
  logo: ShownLogo | null;
  /** The company's postal address. Empty for none. */
  address: string;
  /** Null for staff. */
  contact: ContactLines | null;
};

/** The parts of the HTML form that differ between emails with the same frame. */
const PARTS = { subject: '\u{FDD1}', preview: '\u{FDD2}', blocks: '\u{FDD3}' };
type Around = Omit<EmailFrame, 'subject' | 'body'>;

/** Returns an email as HTML, with the same words as its text. It only loads the owner's logo. */
export function emailHtml({ subject, body, ...around }: EmailFrame): string {
  const text = body.slice(0, body.lastIndexOf('\n\n'));
  const blocks = blocksOf(text, around);
  const parts: Record<string, string> = {
    [PARTS.subject]: renderToStaticMarkup(subject),
    [PARTS.preview]: previewHtml(previewOf(blocks)),
    [PARTS.blocks]: renderToStaticMarkup(
      blocks.map((block, index) => <EmailBlock key={index} block={block} />),
    ),
  };
  return pageAround(around).replace(/[\u{FDD1}-\u{FDD3}]/gu, (mark) => parts[mark] ?? '');
}

/** The pages without their parts, because rendering one takes longer than sending it. */
const pages = new Map<string, string>();
/** An owner who edits the settings would otherwise add pages without end. */
const MOST_PAGES = 20;

function pageAround(around: Around): string {
  const key = JSON.stringify(around);
  const known = pages.get(key);
  if (known !== undefined) return known;
  if (pages.size >= MOST_PAGES) pages.clear();
  const page = `<!doctype html>${renderToStaticMarkup(<EmailPage {...around} />)}`;
  pages.set(key, page);
  return page;
}

/**
 * Returns the line that email programs show after the subject. The package hides up to 1,050 invisible
 * characters behind it, so that nothing else is shown. Encoded for email, they’d be 8 kB of each
 * message, so the usual pair of entities replaces every 7 of them.
 */
const previewHtml = (preview: string) =>
  renderToStaticMarkup(<Preview>{preview}</Preview>).replace(
    /[\u00a0\u200b-\u200f\ufeff]{7}/g,
    '&nbsp;&zwnj;',
  );

/**
 * The colors for a dark screen replace the inline ones. Programs without this feature show the light
 * ones. The CSS has no quotes, because React would escape them.
 */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #0d161d !important; }
  .sheet, .sheet td, .sheet th { background-color: #17242e !important; }
  .ink, .ink td { color: #eaf1f6 !important; }
  .soft { color: #a9bac6 !important; }
  .rule { border-color: #33434f !important; }
  .link { color: #8cc8f5 !important; }
  .press { background-color: #8cc8f5 !important; color: #0d161d !important; }
}
@media (max-width: 420px) {
  .sheet { padding: 20px 16px !important; }
}
`;

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const INK = '#12222e';
const SOFT = '#51626f';
const BLUE = '#0b4774';
const RULE = '1px solid #d5dfe6';

const TEXT = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: INK } as const;
const SMALL = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: SOFT } as const;

function EmailPage({ appUrl, company, logo, address, contact }: Around) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{PARTS.subject}</title>
        <style>{DARK}</style>
      </Head>
      <Body
        className="page"
        style={{ margin: 0, padding: '24px 8px', backgroundColor: '#eef3f7', fontFamily: FONT }}
      >
        {PARTS.preview}
        <Container style={{ maxWidth: 600, width: '100%' }}>
          <Section style={{ padding: '0 8px 16px' }}>
            <Company name={company} logo={logo} appUrl={appUrl} />
          </Section>
          <Section
            className="sheet"
            style={{ padding: '28px 28px 12px', backgroundColor: '#ffffff', borderRadius: 12 }}
          >
            <Heading
              as="h1"
              className="ink"
              style={{
                margin: '0 0 16px',
                fontSize: 22,
                lineHeight: '28px',
                color: INK,
                overflowWrap: 'anywhere',
              }}
            >
              {PARTS.subject}
            </Heading>
            {PARTS.blocks}
          </Section>
          <Section style={{ padding: '16px 8px 0' }}>
            <Footer company={company} address={address} contact={contact} />
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** The start of the email. */
function previewOf(blocks: readonly Block[]): string {
  const lines = blocks.flatMap((block) =>
    block.kind === 'text' ? block.lines.map((line) => line.map(({ text }) => text).join('')) : [],
  );
  return lines.find((line) => !/^Hello\b.*,$/.test(line)) ?? '';
}

function Company({ name, logo, appUrl }: { name: string; logo: ShownLogo | null; appUrl: string }) {
  const height = 40;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {logo ? (
            <td style={{ paddingRight: 12 }}>
              <Img
                src={`${appUrl}${logo.src}`}
                alt=""
                // Otherwise React would add a preload to the head.
                loading="lazy"
                height={height}
                width={Math.round((logo.width / logo.height) * height)}
                style={{ borderRadius: 6 }}
              />
            </td>
          ) : null}
          <td className="ink" style={{ fontSize: 18, fontWeight: 700, color: INK }}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function EmailBlock({ block }: { block: Block }) {
  if (block.kind === 'button') {
    return (
      <Button
        className="press"
        href={block.href}
        style={{
          margin: '0 0 20px',
          padding: '14px 24px',
          borderRadius: 8,
          backgroundColor: BLUE,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 700,
        }}
      >
        {block.label}
      </Button>
    );
  }
  if (block.kind === 'facts') {
    return (
      <table
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ margin: '0 0 20px', borderCollapse: 'collapse' }}
      >
        <tbody>
          {block.facts.map(({ label, value }) => (
            <FactRow key={label} label={label} value={value} />
          ))}
        </tbody>
      </table>
    );
  }
  return (
    <Text className="ink" style={{ ...TEXT, overflowWrap: 'anywhere' }}>
      {block.lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 ? <br /> : null}
          {line.map(({ text, href }) =>
            href ? (
              <Link key={text} className="link" href={href} style={{ color: BLUE }}>
                {text}
              </Link>
            ) : (
              text
            ),
          )}
        </Fragment>
      ))}
    </Text>
  );
}

function FactRow({ label, value }: { label: string; value: string }) {
  const isTotal = label === 'Total';
  const cell = {
    padding: '8px 0',
    borderBottom: RULE,
    fontSize: 15,
    lineHeight: '22px',
    verticalAlign: 'top',
    textAlign: 'left',
  } as const;
  return (
    <tr>
      <th
        scope="row"
        className="soft rule"
        style={{ ...cell, width: 112, paddingRight: 12, fontWeight: 400, color: SOFT }}
      >
        {label}
      </th>
      <td
        className="ink rule"
        style={{ ...cell, color: INK, fontWeight: isTotal ? 700 : 400, overflowWrap: 'anywhere' }}
      >
        {value}
      </td>
    </tr>
  );
}

function Footer({
  company,
  address,
  contact,
}: Pick<EmailFrame, 'company' | 'address' | 'contact'>) {
  return (
    <>
      <Text className="soft" style={{ ...SMALL, fontWeight: 700 }}>
        {company}
      </Text>
      {[address, ...(contact?.lines ?? [])]
        .filter((line) => line !== '')
        .map((line) => (
          <Text key={line} className="soft" style={{ ...SMALL, whiteSpace: 'pre-line' }}>
            {line}
          </Text>
        ))}
      {contact ? (
        <>
          <Hr className="rule" style={{ margin: '12px 0', border: 0, borderTop: RULE }} />
          <Text className="soft" style={SMALL}>
            {contact.toStop}
          </Text>
          <Text className="soft" style={SMALL}>
            {contact.links.map(({ label, href }, index) => (
              <Fragment key={label}>
                {index > 0 ? ' · ' : null}
                <Link className="link" href={href} style={{ color: BLUE }}>
                  {label}
                </Link>
              </Fragment>
            ))}
          </Text>
        </>
      ) : null}
    </>
  );
}
