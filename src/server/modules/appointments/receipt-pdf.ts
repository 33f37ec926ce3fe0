import type { PDFFont, PDFPage } from 'pdf-lib';

/** A receipt's text: the company on top, and then groups of rows. */
export type ReceiptText = {
  /** The company's logo as a JPEG. */
  logo?: Uint8Array | null;
  company: readonly string[];
  title: string;
  groups: readonly (readonly ReceiptRow[])[];
  /** The customer's signature as a JPEG. */
  signature?: Uint8Array | null;
  /** The maximum number of lines, if it has more than a receipt. */
  mostLines?: number;
};
export type ReceiptRow = { term: string; value: string; isBold?: boolean };

const PAGE = { width: 612, height: 792, margin: 56 } as const;
const SIZE = { company: 16, title: 13, row: 10.5 } as const;
const LINE_HEIGHT = 1.45;
const LOGO = { width: 160, height: 56 } as const;
const SIGNATURE = { width: 240, height: 96 } as const;
const TERM_WIDTH = 150;
/** Far more lines than a receipt has. */
const MAX_LINES = 300;

/** Draws a receipt in Letter format. The library is loaded with the first one. */
export async function drawReceipt({
  logo,
  company,
  title,
  groups,
  signature,
  mostLines = MAX_LINES,
}: ReceiptText): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const file = await PDFDocument.create();
  const [plain, bold] = await Promise.all([
    file.embedFont(StandardFonts.Helvetica),
    file.embedFont(StandardFonts.HelveticaBold),
  ]);
  const known = new Set(plain.getCharacterSet());
  file.setTitle(title);
  const [name = '', ...rest] = company;
  file.setProducer(name);
  file.setCreator(name);
  let page: PDFPage = file.addPage([PAGE.width, PAGE.height]);
  let y: number = PAGE.height - PAGE.margin;
  let lines = 0;
  /** Draws text that wraps in its column, from `top` down. Returns where the next line begins. */
  const draw = (text: string, font: PDFFont, size: number, x: number, top: number) => {
    const width = PAGE.width - PAGE.margin - x;
    let at = top;
    for (const line of wrapped(printable(text, known), font, size, width)) {
      lines += 1;
      if (lines > mostLines) break;
      if (at < PAGE.margin) {
        page = file.addPage([PAGE.width, PAGE.height]);
        at = PAGE.height - PAGE.margin;
      }
      page.drawText(line, { x, y: at - size, size, font });
      at -= size * LINE_HEIGHT;
    }
    return at;
  };

  if (logo) {
    const picture = await file.embedJpg(logo);
    const { width, height } = picture.scaleToFit(LOGO.width, LOGO.height);
    page.drawImage(picture, { x: PAGE.margin, y: y - height, width, height });
    y -= height + SIZE.row;
  }
  y = draw(name, bold, SIZE.company, PAGE.margin, y);
  for (const line of rest) y = draw(line, plain, SIZE.row, PAGE.margin, y);
  y = draw(title, bold, SIZE.title, PAGE.margin, y - SIZE.title);
  for (const rows of groups) {
    if (rows.length > 0) y -= SIZE.row;
    for (const { term, value, isBold = false } of rows) {
      if (y < PAGE.margin) {
        page = file.addPage([PAGE.width, PAGE.height]);
        y = PAGE.height - PAGE.margin;
      }
      const font = isBold ? bold : plain;
      page.drawText(printable(term, known), {
        x: PAGE.margin,
        y: y - SIZE.row,
        size: SIZE.row,
        font,
      });
      y = draw(value, font, SIZE.row, PAGE.margin + TERM_WIDTH, y);
    }
  }
  if (signature) {
    const picture = await file.embedJpg(signature);
    const { width, height } = picture.scaleToFit(SIGNATURE.width, SIGNATURE.height);
    if (y - height - SIZE.row * 3 < PAGE.margin) {
      page = file.addPage([PAGE.width, PAGE.height]);
      y = PAGE.height - PAGE.margin;
    }
    y = draw('Signature', plain, SIZE.row, PAGE.margin, y - SIZE.row);
    page.drawImage(picture, { x: PAGE.margin, y: y - height, width, height });
  }
  return file.save();
}

/**
 * Replaces letters that the built-in fonts can't print. They lose their accent, or become a
 * question mark. The page printed from the browser shows every script.
 */
export function printable(text: string, known: ReadonlySet<number>): string {
  const prints = (one: string) => known.has(one.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC'), (one) => {
    if (prints(one)) return one;
    if (/\s/.test(one)) return ' ';
    if (one === '−') return '-';
    const base = one.normalize('NFD')[0] ?? '?';
    return prints(base) ? base : '?';
  }).join('');
}

/** Breaks text into lines at spaces. A word longer than a line is broken anywhere. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const one of word) {
      if (!fits(line + one)) {
        lines.push(line);
        line = '';
      }
      line += one;
    }
  }
  return [...lines, line];
}
