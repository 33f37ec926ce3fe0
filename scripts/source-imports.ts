/** Reads the imports of source files and resolves them. */
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** One `import`, `export … from`, `import()`, `require()` or type import. */
export type SourceImport = {
  line: number;
  /** As written: `@/db/client`, `./order`, or `drizzle-orm`. */
  path: string;
  /**
   * The imported address in the project, without the extension or `/index`. Null for a package.
   */
  target: string | null;
  /** Imported names, and whether each is imported as a type. Empty if the whole module is imported. */
  names: { name: string; isType: boolean }[];
};

export type SourceFile = {
  /** `src/db/client.ts` */
  path: string;
  /** `src/db/client` */
  address: string;
  lines: number;
  imports: SourceImport[];
  /** The lines that read environment variables. */
  environment: { line: number; text: 'process.env' | 'Bun.env' | 'import.meta.env' }[];
};

const ENDING = /(?:\/index)?\.tsx?$/;
const NOT_JUDGED = /\.test\.tsx?$|\.d\.ts$|routeTree\.gen\.ts$/;

/** Reads all source files under `root`/src and `root`/packages except tests and generated files, sorted by path. */
export async function readSources(root: string): Promise<SourceFile[]> {
  const paths = (
    await Array.fromAsync(new Glob('{src,packages}/**/*.{ts,tsx}').scan({ cwd: root }))
  )
    .filter((path) => !NOT_JUDGED.test(path))
    .sort();
  return Promise.all(
    paths.map(async (path) => readSource(path, await Bun.file(join(root, path)).text())),
  );
}

/** Reads one file. The type check reports files that don't parse. */
function readSource(path: string, source: string): SourceFile {
  const { program, module } = parseSync(path, source);
  const imports: SourceImport[] = [];
  const environment: SourceFile['environment'] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const add = (offset: number, to: string, names: SourceImport['names'] = []) =>
    imports.push({ line: lineAt(offset), path: to, target: targetOf(path, to), names });

  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.map(({ importName, isType }) => ({
      name: importName.name ?? importName.kind,
      isType,
    }));
    add(moduleRequest.start, moduleRequest.value, names);
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, isType } of entries) {
      if (!moduleRequest) continue;
      const name = importName.name ?? importName.kind;
      add(moduleRequest.start, moduleRequest.value, [{ name, isType }]);
    }
  }
  const addText = (node: Node | null | undefined) => {
    const text = node && textOf(node);
    if (node && text) add(node.start, text);
  };
  new Visitor({
    ImportExpression: ({ source }) => addText(source),
    TSImportType: ({ source }) => addText(source),
    TSExternalModuleReference: ({ expression }) => addText(expression),
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') addText(first);
    },
    MemberExpression({ object, property, start }) {
      const name = property.type === 'Identifier' ? property.name : textOf(property);
      if (name !== 'env') return;
      const line = lineAt(start);
      if (object.type === 'MetaProperty') environment.push({ line, text: 'import.meta.env' });
      if (object.type !== 'Identifier') return;
      if (object.name === 'process') environment.push({ line, text: 'process.env' });
      if (object.name === 'Bun') environment.push({ line, text: 'Bun.env' });
    },
  }).visit(program);
  return {
    path,
    address: path.replace(ENDING, ''),
    lines: source.split('\n').length - 1,
    imports,
    environment,
  };
}

/** Returns the text of a string literal or a template without values. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

/** Our own packages are imported by name, from their folder. */
const OWN_PACKAGE = '@dockside/';

function addressOf(file: string, path: string): string | null {
  if (path.startsWith('@/')) return join('src', path.slice(2));
  if (path.startsWith(OWN_PACKAGE)) return join('packages', path.slice(OWN_PACKAGE.length));
  return path.startsWith('.') ? join(dirname(file), path) : null;
}

function targetOf(file: string, path: string): string | null {
  const to = addressOf(file, path);
  return to?.replace(ENDING, '').replace(/\/index$/, '') ?? null;
}
