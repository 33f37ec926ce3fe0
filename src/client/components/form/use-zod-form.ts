import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type CheckedForm, type FormOptions, useCheckedForm } from './use-checked-form';

type FormSchema = z.core.$ZodType<unknown, FieldValues>;

/**
 * Creates a form from a schema that the server also uses. `send` gets the values as typed, because
 * the server parses them with the same schema.
 *
 * `const form = useZodForm(boatSchema, { defaultValues, send: (typed) => add.mutateAsync(typed) })`
 */
export function useZodForm<Schema extends FormSchema>(
  schema: Schema,
  options: FormOptions<z.input<Schema>, z.input<Schema>>,
): CheckedForm<z.input<Schema>> {
  return useCheckedForm(zodResolver(schema, undefined, { raw: true }), options);
}
