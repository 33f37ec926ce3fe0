/** The views of the Appointments tab. */
export const DESK_VIEWS = ['board', 'day', 'money'] as const;
export type DeskView = (typeof DESK_VIEWS)[number];

const KEY = 'dockside.desk-view';

/** The view that was chosen last in this browser; Board at first. */
export function rememberedView(): DeskView {
  try {
    const kept = localStorage.getItem(KEY);
    return DESK_VIEWS.find((view) => view === kept) ?? 'board';
  } catch {
    // A browser may forbid storage.
    return 'board';
  }
}

export function rememberView(view: DeskView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // The choice then lasts as long as the page.
  }
}
