import { type Company, DEFAULT_COMPANY_NAME, tabTitle } from '@/domain/company';

/**
 * The picture in link previews: the owner's photo, or ours. Ours shows the default name, so other
 * companies get one without a name.
 */
export const sharePicture = ({ name, photo }: Company): string =>
  photo?.src ?? (name === DEFAULT_COMPANY_NAME ? '/share.png' : '/share-plain.png');

/** The tags in index.html that depend on the company. */
export const NAME_TAG = `content="${DEFAULT_COMPANY_NAME}"`;
export const SHARE_TAG = 'content="/share.png"';

/**
 * Writes the company into a page that the browser renders: into its tags, and as data, so that the
 * header doesn't wait for a call.
 */
export function withCompany(html: string, company: Company): string {
  const data = Bun.escapeHTML(JSON.stringify(company));
  return html
    .replace('<html lang="en"', () => `<html lang="en" data-company="${data}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${Bun.escapeHTML(tabTitle(company.name))}</title>`)
    .replace(NAME_TAG, () => `content="${Bun.escapeHTML(company.name)}"`)
    .replace(SHARE_TAG, () => `content="${sharePicture(company)}"`);
}

/** Returns an app's manifest with the company's name in place of the default one. */
export function manifestFor(json: string, { name }: Company): string {
  const manifest: Record<string, unknown> = JSON.parse(json);
  const named = Object.entries(manifest).map(([key, value]) => [
    key,
    key.endsWith('name') ? String(value).replace(DEFAULT_COMPANY_NAME, () => name) : value,
  ]);
  return JSON.stringify(Object.fromEntries(named));
}
