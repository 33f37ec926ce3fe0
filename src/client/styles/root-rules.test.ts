import { expect, test } from 'bun:test';
import { Glob } from 'bun';

/** These apply only to a phone in landscape, where a list is short. */
const LANDSCAPE = [
  ':root:has(.in-sunlight) .toast-layer',
  ':root:has(.next-bar) body > .toast-layer',
];

/**
 * With such a rule, Chromium styles the whole page again whenever any element is added: 25 ms with
 * 200 deliveries. The root may set values for its parts instead.
 */
test('no rule styles a part of the page by what the page contains elsewhere', async () => {
  const found: string[] = [];
  for await (const file of new Glob('*.css').scan(import.meta.dir)) {
    // On paper, nothing is added.
    if (file === 'print.css') continue;
    const css = (await Bun.file(`${import.meta.dir}/${file}`).text()).replace(/\/\*.*?\*\//gs, '');
    const rules = css.match(
      /(?<=^|[{},;]\s*)(?::root|html|body):has\([^{};]*\)\s+[^{},;]+(?=[,{])/g,
    );
    found.push(...(rules ?? []).map((rule) => rule.trim()));
  }
  expect(found.sort()).toEqual(LANDSCAPE.sort());
});
