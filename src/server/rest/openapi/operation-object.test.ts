import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { operation } from '../operation';
import { describeOperation } from './operation-object';
import { SchemaWriter } from './schema';

test('a query parameter is required if its schema has no call without it', () => {
  const search = operation({
    method: 'GET',
    path: '/api/test',
    id: 'test',
    tag: 'Staff',
    summary: 'A test',
    procedures: ['auth.logout'],
    query: z.object({ date: z.string(), page: z.optional(z.string()) }),
    answer: z.object({}),
    call: async () => ({}),
  });
  const { parameters } = describeOperation([search], new SchemaWriter());
  expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
    ['date', true],
    ['page', false],
  ]);
});
