import type { OpenApiDocument } from '@/server/rest/openapi/document';
import type { OperationObject } from '@/server/rest/openapi/operation-object';
import type { JsonSchema } from '@/server/rest/openapi/schema';
import { DIGITS } from '@/server/rest/sent';
import { type Html, html, pageResponse } from './page';

/** Shows the document of /api/openapi.json as a page for people, without scripts. */
export function apiDocsPage(document: OpenApiDocument): Response {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return html`<h2 id="${name}">${name}</h2>
<p>${description}</p>
${own.map(({ path, method, operation }) => call(path, method, operation))}`;
  });
  const schemas = Object.entries(document.components.schemas);
  return pageResponse(
    `${document.info.title} API`,
    html`<h1>${document.info.title} API</h1>
<p>${document.info.description}</p>
<p>Programs send a key that an admin created: <code>Authorization: Bearer dk_…</code>. This reference as an OpenAPI document: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav aria-label="Sections">${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}<a href="#Schemas">Schemas</a></nav>
${sections}
<h2 id="Schemas">Schemas</h2>
${schemas.map(([name, schema]) => component(name, schema))}`,
  );
}

function call(path: string, method: string, operation: OperationObject): Html {
  const { parameters = [], requestBody, responses, security } = operation;
  const byKey = security.some((one) => 'apiKey' in one);
  return html`<details id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="quiet">${operation.summary}</span></summary>
<p>${operation.description}</p>
<p class="quiet">${byKey ? 'Works with an API key.' : 'Doesn’t work with an API key.'}</p>
${parameters.length > 0 ? html`<h3>Parameters</h3>${rows(parameters.map(({ name, schema, required }) => ({ name, schema, required })))}` : null}
${requestBody ? html`<h3>Body</h3>${shape(contentOf(requestBody.content))}` : null}
<h3>Answers</h3>
<table><thead><tr><th>Status</th><th>Answer</th></tr></thead><tbody>
${Object.entries(responses).map(([status, { description, content }]) => answer(status, description, content))}</tbody></table>
</details>
`;
}

type Content = OperationObject['responses'][string]['content'];

function answer(status: string, description: string, content: Content): Html {
  const [type = ''] = Object.keys(content ?? {});
  const what = type === 'application/json' ? inWords(contentOf(content)) : html`${type}`;
  return html`<tr><td><code>${status}</code></td><td>${what} <span class="quiet">${description}</span></td></tr>
`;
}

const contentOf = (content: Content): JsonSchema => Object.values(content ?? {})[0]?.schema ?? {};

function component(name: string, schema: JsonSchema): Html {
  return html`<details id="${name}">
<summary><code>${name}</code> <span class="quiet">${schema.description ?? ''}</span></summary>
${shape(schema)}
</details>
`;
}

/** Shows the fields of an object as a table, and any other schema in words. */
function shape(schema: JsonSchema): Html {
  if (!schema.properties) return html`<p>${inWords(schema)}</p>`;
  return rows(
    Object.entries(schema.properties).map(([name, field]) => ({
      name,
      schema: field,
      required: schema.required?.includes(name) ?? false,
    })),
  );
}

function rows(fields: { name: string; schema: JsonSchema; required: boolean }[]): Html {
  return html`<table><thead><tr><th>Field</th><th>Value</th></tr></thead><tbody>
${fields.map(
  ({ name, schema, required }) =>
    html`<tr><td><code>${name}</code>${required ? null : html` <span class="quiet">optional</span>`}</td><td>${inWords(schema)}</td></tr>
`,
)}</tbody></table>`;
}

/** Describes a schema in one line: its kind, limits, and meaning. */
function inWords(schema: JsonSchema): Html {
  const { description, default: usual } = schema;
  const more = [
    usual === undefined ? '' : ` (${JSON.stringify(usual)} if omitted)`,
    description === undefined ? '' : `. ${description}`,
  ];
  return html`${kindOf(schema)}${more.join('')}`;
}

function kindOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, properties, type } = schema;
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`;
  if (anyOf) return joined(anyOf.map(inWords));
  if (items) return html`list of ${inWords(items)}`;
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`));
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (properties) return html`{${Object.keys(properties).join(', ')}}`;
  const kinds = [type ?? 'anything'].flat().map((kind) => html`${KIND_WORDS[kind] ?? kind}`);
  return html`${joined(kinds)}${limitsOf(schema)}`;
}

const KIND_WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function limitsOf({ minimum, maximum, minLength, maxLength, format, pattern }: JsonSchema): string {
  if (format === 'date') return ' (YYYY-MM-DD)';
  if (format !== undefined) return ` (${format})`;
  if (pattern === DIGITS.source) return ' of digits';
  const range = rangeOf(minimum, maximum);
  if (range) return ` ${range}`;
  const length = rangeOf(minLength, maxLength);
  return length ? `, ${length} characters` : '';
}

function rangeOf(least: unknown, most: unknown): string | null {
  if (least !== undefined && most !== undefined) return `from ${least} to ${most}`;
  if (most !== undefined) return `up to ${most}`;
  return least === undefined ? null : `from ${least}`;
}

const joined = (kinds: Html[]): Html =>
  html`${kinds.map((kind, index) => html`${index > 0 ? ' or ' : ''}${kind}`)}`;
