/** Finds circular imports: files that can't be understood, tested, or moved separately. */
import type { SourceFile } from './source-imports';

type Arrow = { to: SourceFile; line: number };

/** One circle: its files in import order, and the line of the first import. */
export type Circle = { files: SourceFile[]; line: number };

/** Returns the shortest circle in each group of files that reach each other. Type imports count. */
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
    // Other circles of the same group are reported once this one is fixed.
    for (const file of knotOf(source, arrows)) told.add(file);
  }
  return found;
}

/** Finds the shortest path from a file back to itself, breadth first. */
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

/** All files that a file reaches and that reach it. */
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
