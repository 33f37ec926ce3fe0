import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstPageBuild } from './pages';

const DOCUMENT = 'document.json';

/** Whether there is a build that can render the first pages. */
export function isFirstPageBuilt(folder: string): boolean {
  return existsSync(join(folder, DOCUMENT));
}

/** Loads the output of scripts/first-page-build.ts from the folder. */
export async function loadFirstPage(folder: string): Promise<FirstPageBuild> {
  const [{ render, renderParts, renderFrame }, document] = await Promise.all([
    import(join(folder, 'render.js')),
    Bun.file(join(folder, DOCUMENT)).json(),
  ]);
  return { render, delivery: { renderParts, renderFrame }, document };
}
