/**
 * Fetches code when a caller needs it. Resolves to null if that fails, and a caller can try again.
 */
export type FetchedCode<Code> = () => Promise<Code | null>;

/**
 * Keeps code out of the first page. Without a connection, or in an old tab after a deployment, the
 * code can't be fetched. The type makes every caller handle that.
 *
 * `const fetchDialog = fetchedCode(() => import('./dialog'), (module) => module.Dialog)`
 */
export function fetchedCode<Module, Code>(
  importing: () => Promise<Module>,
  pick: (module: Module) => Code,
): FetchedCode<Code> {
  let code: Promise<Code | null> | null = null;
  return () => {
    code ??= importing().then(pick, () => (code = null));
    return code;
  };
}
