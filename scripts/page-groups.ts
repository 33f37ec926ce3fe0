import type { Plugin, Rolldown } from 'vite';

/** The client's entry, and the parts that the router's plugin splits from the two first screens. */
const FIRST = /src\/client\/(main\.tsx|routes\/(index|schedule)\.tsx\?tsr-split=.*)$/;
/** The two first screens by themselves. */
const HOME = /src\/client\/routes\/index\.tsx\?tsr-split=/;
const SCHEDULE = /src\/client\/routes\/schedule\.tsx\?tsr-split=/;
/** The code that the booking form loads when it first gets focus. */
const FORM = /\/order-resolver\.ts$/;
/** The customers' other screens. */
const CUSTOMER =
  /src\/client\/routes\/(account|confirm-email|d\.\$token|reset-password|w\.\$token)\.tsx\?tsr-split=/;
/** The screens for staff and drivers. */
const DESK = /src\/client\/routes\/admin.*\?tsr-split=/;
const DRIVER = /src\/client\/routes\/driver.*\?tsr-split=/;

/** This module names every icon. Each page brings only the icons that it shows. */
const ICONS = /\/lucide\.mjs$/;

/**
 * The minimum number of dialogs that use shared code. Code used by fewer dialogs stays separate, so
 * that opening one dialog doesn't load code for others.
 */
const MANY_DIALOGS = 3;

type PageGroups = { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] };

/**
 * Groups shared code into files, based on which pages import it. On a slow connection every file adds a
 * wait, and a page shouldn't wait for code that only another page needs. Rolldown splits everything else.
 * `docs/decisions/2026-11-21-first-page-weight.md` has the figures.
 */
export function pageGroups(): PageGroups {
  const found: Record<
    'first' | 'form' | 'dialogs' | 'parts' | 'customer' | 'staff' | 'desk',
    Set<string>
  > = {
    first: new Set(),
    form: new Set(),
    dialogs: new Set(),
    parts: new Set(),
    customer: new Set(),
    staff: new Set(),
    desk: new Set(),
  };
  const plugin: Plugin = {
    name: 'page-groups',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const of = (page: RegExp) => ids.filter((id) => page.test(id));
      const now = (id: string) =>
        (this.getModuleInfo(id)?.importedIds ?? []).filter((one) => !ICONS.test(one));
      const byClick = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      const first = reach(of(FIRST), now);
      const form = reach(of(FORM), now, first);
      const known = new Set([...first, ...form]);
      const dialogs = [...first].flatMap(byClick).filter((id) => !id.includes('?tsr-split='));
      const later = reach(dialogs, (id) => [...now(id), ...byClick(id)], known);
      const byDialog = [...new Set(dialogs)].map((id) => reach([id], now, known));
      const screens = (page: RegExp) => reach(of(page), now, known);
      const [customer, desk, driver] = [screens(CUSTOMER), screens(DESK), screens(DRIVER)];
      found.first = first;
      found.form = form;
      found.dialogs = new Set(
        [...later].filter((id) => byDialog.filter((one) => one.has(id)).length >= MANY_DIALOGS),
      );
      // Code that the home page may fetch without a dialog stays separate too.
      const home = [...reach(of(HOME), now, reach(of(SCHEDULE), now))].flatMap(byClick);
      const ofHome = reach(home, now, known);
      found.parts = new Set([...later].filter((id) => customer.has(id) && !ofHome.has(id)));
      const onlyStaff = [...desk].filter((id) => !customer.has(id) && !later.has(id));
      found.customer = new Set([...customer].filter((id) => !later.has(id)));
      found.staff = new Set(onlyStaff.filter((id) => driver.has(id)));
      found.desk = new Set(onlyStaff.filter((id) => !driver.has(id)));
    },
  };
  const group = (name: keyof typeof found, priority: number): Rolldown.CodeSplittingGroup => ({
    name: (id) => (found[name].has(id) ? name : null),
    minShareCount: 2,
    priority,
  });
  return {
    plugin,
    groups: [
      group('first', 4),
      group('form', 3),
      group('dialogs', 2),
      // Without this, the group would also contain code that the dialogs of the first page use, and
      // these dialogs would load the whole group.
      { ...group('parts', 1), includeDependenciesRecursively: false },
      { ...group('customer', 1), includeDependenciesRecursively: false },
      { ...group('staff', 1), includeDependenciesRecursively: false },
      { ...group('desk', 0), includeDependenciesRecursively: false },
    ],
  };
}

/** All modules reachable from these, including themselves, except the known ones. */
function reach(
  from: readonly string[],
  next: (id: string) => readonly string[],
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const reached = new Set<string>();
  const queue = [...from];
  for (const id of queue) {
    if (reached.has(id) || known.has(id)) continue;
    reached.add(id);
    queue.push(...next(id));
  }
  return reached;
}
