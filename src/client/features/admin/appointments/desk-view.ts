import { getItem, setItem } from '@/client/lib/browser-storage';

/** The views of the Appointments tab. */
export const DESK_VIEWS = ['board', 'day', 'money'] as const;
export type DeskView = (typeof DESK_VIEWS)[number];

const KEY = 'dockside.desk-view';

/** The view that was chosen last in this browser; Board at first. */
export function rememberedView(): DeskView {
  const kept = getItem(KEY);
  return DESK_VIEWS.find((view) => view === kept) ?? 'board';
}

/** Keeps the view that staff chose, for their next visit with this browser. */
export function rememberView(view: DeskView): void {
  setItem(KEY, view);
}
