import { useRef, useState } from 'react';
import { useSteady } from '@/client/lib/use-steady';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { Line } from '../day/line';

/** Completed and cancelled appointments can't be changed in bulk. */
export const isSelectable = ({ status }: Line) => OPEN_STATUSES.includes(status);

/** The lines of a day that staff selected for a bulk change. */
export type Selection = {
  chosen: readonly Line[];
  has: (line: Line) => boolean;
  set: (lines: readonly Line[], isChosen: boolean) => void;
  /** Selects a line and, with Shift, all lines from the last pressed one to it. */
  press: SelectLine;
};

/** Called with a line, whether its box is now checked, and whether Shift was pressed. */
export type SelectLine = (line: Line, isChosen: boolean, withShift: boolean) => void;

/**
 * Keeps the selection, but removes lines that leave the day or are closed.
 * @param lines the day's lines
 * @param shown the lines in the order of the screen
 */
export function useSelection(lines: readonly Line[], shown: readonly Line[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastId = useRef<string | null>(null);
  const set: Selection['set'] = (changed, isChosen) =>
    setIds((before) => {
      const after = new Set(before);
      for (const { id } of changed.filter(isSelectable)) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  const press = useSteady<Parameters<SelectLine>, void>((line, isChosen, withShift) => {
    set(withShift ? rangeTo(shown, lastId.current, line.id) : [line], isChosen);
    lastId.current = line.id;
  });
  return {
    chosen: lines.filter((line) => ids.has(line.id) && isSelectable(line)),
    has: ({ id }) => ids.has(id),
    set,
    press,
  };
}

/**
 * Returns the lines for a press with Shift: all from the last pressed one to this one, in the order
 * of the list. Returns only this one if the last isn't in the list anymore.
 */
export function rangeTo<Line extends { id: string }>(
  lines: readonly Line[],
  lastId: string | null,
  id: string,
): Line[] {
  const from = lines.findIndex((line) => line.id === lastId);
  const to = lines.findIndex((line) => line.id === id);
  if (to < 0) return [];
  if (from < 0) return lines.slice(to, to + 1);
  return lines.slice(Math.min(from, to), Math.max(from, to) + 1);
}
