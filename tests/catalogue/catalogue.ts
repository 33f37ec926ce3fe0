/**
 * What a table of texts must hold: every text that is promised is in it, the product still says it,
 * and a test sees it. Says in plain words what is missing, all of it at once.
 */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type CatalogueText = {
  /**
   * The text as the specification quotes it; `{name}` stands for what differs each time. A text of
   * its own sentences stands here as it is shown.
   */
  text: string;
  /** The file that says it, from the root of the project. */
  from: string;
  /** Who sees it: the test's file from the root of the project, and the whole name of the test. */
  seenBy: { file: string; test: string };
};

type Catalogue = {
  /** Says in the test's name whose texts they are. */
  name: string;
  /** The specification's file, for machines that have it; elsewhere the table stands for itself. */
  specification: string;
  texts: CatalogueText[];
};

const root = join(import.meta.dir, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/**
 * Declares the tests of one catalogue: complete, said, seen. Without the specification's file there
 * is no test of completeness: a skipped one would count as failed.
 */
export function describeCatalogue({ name, specification, texts }: Catalogue): void {
  const path = join(root, '../shared/spec', specification);
  describe(name, () => {
    if (existsSync(path)) {
      test('every text of the specification is in the table', () => {
        const known = new Set(texts.map(({ text }) => text));
        const promised = quotedTexts(readFileSync(path, 'utf8'));
        expect(promised.length).toBeGreaterThan(0);
        expect(promised.filter((text) => !known.has(text))).toEqual([]);
      });
    }

    test('the product says every text, and a test sees it', () => {
      expect(texts.flatMap(problemsOf)).toEqual([]);
    });
  });
}

/** What is wrong with one text: nothing, when its file says it and its test looks for it. */
export function problemsOf({ text, from, seenBy }: CatalogueText): string[] {
  const problems: string[] = [];
  if (!existsSync(join(root, from)) || !says(read(from), text)) {
    problems.push(`${from} does not say: ${text}`);
  }
  const unseen = whyUnseen(text, seenBy);
  if (unseen) problems.push(`${seenBy.file} > ${seenBy.test} ${unseen}: ${text}`);
  return problems;
}

/** Everything in quotation marks in section 8 of a specification. */
export function quotedTexts(specification: string): string[] {
  const section = specification.split(/^## /m).find((part) => part.startsWith('8.'));
  // An apostrophe inside a word opens and closes nothing.
  const quoted = section?.matchAll(/(?<!\w)'(.+?)'(?!\w)/g) ?? [];
  return [...new Set([...quoted].map(([, text]) => text as string))];
}

/** Whether a source holds a text, however its lines are broken and its quotes escaped. */
function says(source: string, text: string): boolean {
  const plain = source.replaceAll(/\\(?=['"`])/g, '').replaceAll(/\s+/g, ' ');
  return text.split(/\{\w+\}/).every((part) => plain.includes(part));
}

function whyUnseen(text: string, { file, test: name }: CatalogueText['seenBy']): string | null {
  const source = existsSync(join(root, file)) ? read(file) : '';
  const body = bodyOfTest(source, name);
  if (body === null) return 'is no test that would see';
  return says(withItsSteps(file, source, body), text) ? null : 'does not look for';
}

/** The code of a test, which the formatter ends at the indentation it began with. */
function bodyOfTest(source: string, name: string): string | null {
  const lines = source.split('\n');
  const quotes = [`'${name}'`, `"${name}"`, `'${name.replaceAll("'", "\\'")}'`];
  const named = lines.findIndex((line) => quotes.some((quoted) => line.includes(quoted)));
  if (named === -1) return null;
  const start = lines.findLastIndex(
    (line, index) => index <= named && /^\s*(?:test|earlyTest)\b/.test(line),
  );
  if (start === -1) return null;
  const indent = lines[start]?.match(/^\s*/)?.[0] ?? '';
  const ends = [`${indent}});`, `${indent});`];
  const end = lines.findIndex(
    (line, index) => index >= named && ends.some((text) => line.startsWith(text)),
  );
  return lines.slice(start, end === -1 ? undefined : end + 1).join('\n');
}

/** The code, with everything of its own file and of the files of its steps that it names. */
function withItsSteps(file: string, source: string, code: string): string {
  const known = new Map(declarationsOf(source));
  for (const [, path] of source.matchAll(/from '(\.{1,2}\/[^']+)'/g)) {
    const step = `${join(dirname(file), path as string)}.ts`;
    if (!existsSync(join(root, step))) continue;
    for (const [name, declared] of declarationsOf(read(step))) known.set(name, declared);
  }
  const taken = new Set<string>();
  let all = code;
  const queue = [code];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    for (const [word] of part.matchAll(/\b[A-Za-z]\w+\b/g)) {
      const declared = known.get(word);
      if (declared === undefined || taken.has(word)) continue;
      taken.add(word);
      all += `\n${declared}`;
      queue.push(declared);
    }
  }
  return all;
}

/** What a file declares at its top level, by name. */
function declarationsOf(source: string): [string, string][] {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:const|function) )/m).slice(1);
  return parts.flatMap((part): [string, string][] => {
    const name = part.match(/^(?:export )?(?:async )?(?:const|function) (\w+)/)?.[1];
    // A test that follows is no part of it.
    return name ? [[name, part.split(/^(?:test|earlyTest)\b/m)[0] ?? '']] : [];
  });
}
