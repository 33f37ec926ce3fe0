import type { Plugin } from 'vite';

/** The start of the client, and the parts that the router's plugin has taken out of its two first screens. */
const ROOTS = /src\/client\/(main\.tsx|routes\/(index|schedule)\.tsx\?tsr-split=.*)$/;

/**
 * Finds the modules that the first pages need before they can be used, so that a chunk can be made of
 * those alone. Together with what other screens share they would bring zod along, a tenth of the page.
 */
export function firstPageModules(): { plugin: Plugin; holds: (id: string) => boolean } {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: 'first-page-modules',
    apply: 'build',
    buildEnd() {
      const queue = [...this.getModuleIds()].filter((id) => ROOTS.test(id));
      for (const id of queue) {
        if (found.has(id)) continue;
        found.add(id);
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
  return { plugin, holds: (id) => found.has(id) };
}
