import * as z from 'zod/mini';
import { shownFor, words } from '../described.schema';
import type { Schema } from '../operation';

/** The parts of JSON Schema (draft 2020-12) that the document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  [keyword: string]: unknown;
};

const COMPONENTS = '#/components/schemas/';

/** Writes schemas for the document. Named ones become components, and others refer to them. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** The schema of the values that callers send (`input`) or receive (`output`). */
  write(schema: Schema | z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
      io,
      metadata: words,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => this.#adapt(zodSchema, jsonSchema as JsonSchema, io),
    }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> };
    for (const [id, component] of Object.entries($defs ?? {})) {
      this.#keep(id, withReferences(component));
    }
    return withReferences(own);
  }

  #adapt(schema: z.core.$ZodTypes, written: JsonSchema, io: 'input' | 'output'): void {
    const shown = shownFor(schema);
    if (shown) {
      for (const keyword of Object.keys(written)) delete written[keyword];
      Object.assign(written, this.write(shown, io));
    }
    // These limits come from JavaScript, so callers needn't know them.
    if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
    if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
    // The format already implies this.
    if (written.format === 'date') delete written.pattern;
  }

  #keep(id: string, component: JsonSchema): void {
    const known = this.components[id];
    if (known && !Bun.deepEquals(known, component)) {
      throw new Error(`two different schemas are named ${id}`);
    }
    this.components[id] = component;
  }
}

/** Points references to the document's components instead of the schema's own definitions. */
function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${COMPONENTS}`));
}
