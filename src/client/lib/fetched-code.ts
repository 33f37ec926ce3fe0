/** Fetches code when a caller needs it; null while the fetch fails. A caller can try again. */
export type FetchedCode<Code> = () => Promise<Code | null>;

/**
 * The one way to leave code out of the first page. Without a connection, and in an old tab after a
 * deployment, the code is not to be had: the type makes every caller say what happens then.
 *
 * `const fetchDialog = fetchedCode(() => import('./dialog'), (module) => module.Dialog)`
 */
export function fetchedCode<Module, Code>(
  importing: () => Promise<Module>,
  pick: (module: Module) => Code,
): FetchedCode<Code> {
  return () => importing().then(pick, () => null);
}
