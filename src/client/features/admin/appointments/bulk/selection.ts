import { useState } from 'react';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { Line } from '../day/line';

/** A closed appointment cannot change any more. */
export const isSelectable = ({ status }: Line) => OPEN_STATUSES.includes(status);

/** The lines of a day that staff have chosen to change at once. */
export type Selection = {
  chosen: readonly Line[];
  has: (line: Line) => boolean;
  set: (lines: readonly Line[], isChosen: boolean) => void;
};

/** Lines that leave the day, or are closed, leave the selection. */
export function useSelection(lines: readonly Line[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: lines.filter((line) => ids.has(line.id) && isSelectable(line)),
    has: ({ id }) => ids.has(id),
    set: (changed, isChosen) =>
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of changed.filter(isSelectable)) {
          if (isChosen) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
  };
}
