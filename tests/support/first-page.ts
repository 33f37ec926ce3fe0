/** The real first pages with a test's product, in a minimal document. */
import { render, renderFrame, renderParts } from '@/client/first-page/render';
import { createApp } from '@/server/http/app';
import type { DeliveryRenderer } from '@/server/http/first-page/delivery-renderer';
import type { PageDocument } from '@/server/http/first-page/document';
import type { FirstPageBuild, RenderPage } from '@/server/http/first-page/pages';
import type { TestApp } from './app';
import { Visitor } from './visitor';

const document: PageDocument = {
  html: '<html lang="en"><title><!--TITLE--></title><style>b{}</style><script>go()</script><main><!--SCREEN--></main><script type="application/json" data-files="<!--FILES-->"><!--STATE--></script>',
  policy: { style: "'sha256-style'", script: "'sha256-script'" },
  files: {
    '/': ['/assets/home.js'],
    '/schedule': ['/assets/schedule.js'],
    '/account': ['/assets/account.js'],
  },
  delivery: {
    html: '<html lang="en"><title><!--TITLE--></title><main><!--SCREEN--></main><!--STATE-->',
    policy: { style: "'sha256-style'", script: '' },
    script: '/assets/delivery.js',
  },
};

/** The pages' renderer, checked against the server's type. */
export const firstPage: FirstPageBuild = {
  render: render satisfies RenderPage,
  delivery: { renderParts, renderFrame } satisfies DeliveryRenderer,
  document,
};

/** The page that is served if rendering fails. */
export const SHELL = '<!doctype html><title>Shell</title>';

/** Starts the product with first pages. */
export function startFirstPages(
  { deps, sandbox }: Pick<TestApp, 'deps' | 'sandbox'>,
  load = async () => firstPage,
) {
  const files = (path: string) =>
    path === '/' ? new Response(SHELL, { headers: { 'content-type': 'text/html' } }) : null;
  const app = createApp({ deps, files, sandbox: null, firstPage: load });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.handle(new Request(`http://dockside.test${path}`, { method, headers }));
  const read = async (path: string, headers?: Record<string, string>) =>
    (await get(path, headers)).text();
  const handle = async (request: Request) => app.handle(request);
  const visitor = () => new Visitor(handle, sandbox, deps.settings.appUrl);
  return { get, read, visitor };
}
