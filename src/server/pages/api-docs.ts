import type { Document, Operation, Schema } from '@/server/rest/openapi';
import { type Html, html, pageResponse } from './page';

/** The document of /api/openapi.json for people: written by the server, without any script. */
export function apiDocsPage(document: Document): Response {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return html`<h2 id="${name}">${name}</h2>
${own.map(({ path, method, operation }) => call(path, method, operation))}`;
  });
  return pageResponse(
    `${document.info.title} API`,
    html`<h1>${document.info.title} API</h1>
<p>${document.info.description}</p>
<p>Programs send a key that an admin made: <code>Authorization: Bearer dk_…</code>. The same as a document: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav aria-label="Sections">${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}</nav>
${sections}`,
  );
}

function call(path: string, method: string, operation: Operation): Html {
  const schema = operation.requestBody?.content['application/json'].schema;
  const byKey = operation.security.some((one) => 'apiKey' in one);
  return html`<details id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="quiet">${operation.summary}</span></summary>
<p>${operation.description}</p>
<p class="quiet">${byKey ? 'Takes an API key.' : 'Takes no API key.'}</p>
${schema ? html`<h3>Body</h3>${fields(schema)}` : null}
</details>
`;
}

function fields(schema: Schema): Html {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return html`<table><thead><tr><th>Field</th><th>Takes</th></tr></thead><tbody>
${properties.map(
  ([name, value]) =>
    html`<tr><td><code>${name}</code>${required.includes(name) ? html` <span class="quiet">needed</span>` : null}</td><td>${inWords(value)}</td></tr>
`,
)}</tbody></table>`;
}

function inWords(schema: Schema): string {
  const { type, properties, items, anyOf, ...limits } = schema;
  const kinds = Array.isArray(anyOf)
    ? (anyOf as Schema[]).map(inWords).join(' or ')
    : [type ?? 'anything'].flat().join(' or ');
  const more = Object.entries(limits)
    .filter(([name]) =>
      ['enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'default', 'const'].includes(name),
    )
    .map(
      ([name, value]) =>
        `${name} ${Array.isArray(value) ? value.join(', ') : JSON.stringify(value)}`,
    );
  return [kinds, ...more].join('; ');
}
