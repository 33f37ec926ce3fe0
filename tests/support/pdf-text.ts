import { inflateSync } from 'node:zlib';

/** Returns all text of a PDF, a line for each drawn text. */
export function pdfText(pdf: Uint8Array): string {
  const file = Buffer.from(pdf);
  const texts: string[] = [];
  for (let from = file.indexOf('stream\n'); from !== -1; from = file.indexOf('stream\n', from)) {
    const start = from + 'stream\n'.length;
    const end = file.indexOf('\nendstream', start);
    const bytes = file.subarray(start, end);
    from = end + '\nendstream'.length;
    let body = '';
    try {
      body = inflateSync(bytes).toString('latin1');
    } catch {
      continue;
    }
    for (const [, hex = ''] of body.matchAll(/<([0-9A-F]+)> Tj/g)) {
      texts.push(Buffer.from(hex, 'hex').toString('latin1'));
    }
  }
  return texts.join('\n');
}
