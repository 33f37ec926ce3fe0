/** Circles of imports: files that cannot be understood, tested or moved one without the other. */
import type { SourceFile } from './source-imports';

type Arrow = { to: SourceFile; line: number };

/** One circle: its files in the order in which they import each other, and where the first does. */
export type Circle = { files: SourceFile[]; line: number };

/** The shortest circle through each knot of files that reach each other. Type imports count. */
export function circlesOf(sources: readonly SourceFile[]): Circle[] {
  const byAddress = new Map(sources.map((source) => [source.address, source]));
  const arrows = new Map<SourceFile, Arrow[]>(
    sources.map((source) => [
      source,
      source.imports.flatMap(({ target, line }) => {
        const to = target === null ? undefined : byAddress.get(target);
        return to ? [{ to, line }] : [];
      }),
    ]),
  );
  const found: Circle[] = [];
  const told = new Set<SourceFile>();
  for (const source of sources) {
    if (told.has(source)) continue;
    const circle = shortestBack(source, arrows);
    if (!circle) continue;
    found.push(circle);
    // The rest of the knot comes to light once this circle is gone.
    for (const file of knotOf(source, arrows)) told.add(file);
  }
  return found;
}

/** The shortest way from a file back to itself, by breadth. */
function shortestBack(start: SourceFile, arrows: Map<SourceFile, Arrow[]>): Circle | null {
  const cameFrom = new Map<SourceFile, SourceFile>();
  const queue = [start];
  for (const file of queue) {
    for (const { to } of arrows.get(file) ?? []) {
      if (to === start) {
        const files = [file];
        for (let at = file; at !== start; ) {
          at = cameFrom.get(at) ?? start;
          files.unshift(at);
        }
        const next = files[1] ?? start;
        const line = arrows.get(start)?.find((arrow) => arrow.to === next)?.line ?? 1;
        return { files, line };
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      queue.push(to);
    }
  }
  return null;
}

/** The files that a file reaches and that reach it. */
function knotOf(start: SourceFile, arrows: Map<SourceFile, Arrow[]>): Set<SourceFile> {
  const reached = reachedFrom(start, arrows);
  return new Set([...reached].filter((file) => reachedFrom(file, arrows).has(start)));
}

function reachedFrom(start: SourceFile, arrows: Map<SourceFile, Arrow[]>): Set<SourceFile> {
  const reached = new Set<SourceFile>();
  const queue = [start];
  for (const file of queue) {
    for (const { to } of arrows.get(file) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      queue.push(to);
    }
  }
  return reached;
}
