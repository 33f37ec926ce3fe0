import { getItem, setItem } from '@/client/lib/browser-storage';

/** The views of the Appointments tab. */
export const DESK_VIEWS = ['board', 'day', 'money'] as const;
export type DeskView = (typeof DESK_VIEWS)[number];

const KEY = 'dockside.desk-view';

/** @returns the view last selected in this browser; at first the board */
export function rememberedView(): DeskView {
  const saved = getItem(KEY);
  return DESK_VIEWS.find((view) => view === saved) ?? 'board';
}

/** Saves the selected view for the next visit with this browser. */
export function rememberView(view: DeskView): void {
  setItem(KEY, view);
}
