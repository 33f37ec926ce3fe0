import { useState } from 'react';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { Line } from '../day/line';

/** Completed and cancelled appointments can't be changed in bulk. */
export const isSelectable = ({ status }: Line) => OPEN_STATUSES.includes(status);

/** The lines of a day that staff selected for a bulk change. */
export type Selection = {
  chosen: readonly Line[];
  has: (line: Line) => boolean;
  set: (lines: readonly Line[], isChosen: boolean) => void;
};

/** Keeps the selection. Lines that leave the day or are closed are removed from it. */
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
