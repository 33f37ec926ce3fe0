/**
 * Runs a Dockerfile in plain folders on a machine without Docker. Each stage has a folder as its
 * root.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export type Image = {
  /** The folder in which the image's processes run. */
  folder: string;
  env: Record<string, string>;
  /** The image's entry point and command. */
  start: string[];
  healthcheck: string[];
  /** The folders for volumes, with their paths inside the image. */
  volumes: string[];
  ports: string[];
  /** The user that runs the image, as written in the Dockerfile. */
  user: string;
  /** Translates a text of the image to this machine's paths and user. */
  here(text: string): string;
};

type Stage = Image & { name: string; root: string };

/**
 * Builds an image.
 *
 * @param context the folder to build, without the files in its .dockerignore
 * @param place an empty folder for the stages
 * @throws Error with the output of a failed command, or for an unknown instruction
 */
export async function replayDockerfile(
  file: string,
  context: string,
  place: string,
): Promise<Image> {
  const stages: Stage[] = [];
  for (const { name, rest } of instructionsOf(readFileSync(file, 'utf8'))) {
    if (name === 'FROM') stages.push(newStage(rest, join(place, `stage-${stages.length}`)));
    else await follow(name, rest, stages.at(-1) as Stage, stages, context);
  }
  return stages.at(-1) as Stage;
}

function newStage(from: string, root: string): Stage {
  const [, name = ''] = / as (\S+)/i.exec(from) ?? [];
  mkdirSync(root, { recursive: true });
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  // Bun's images have the user bun in addition to root.
  const here = (text: string) =>
    text
      .replace(/(^|[\s=:'"])\/(?=[a-z])/gm, `$1${root}/`)
      .replace('bun:bun', `${user}:${group}`)
      .replace('--reuid=bun --regid=bun', `--reuid=${user} --regid=${group}`);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: join(root, 'root'),
  };
  return {
    name,
    root,
    folder: root,
    env,
    here,
    start: [],
    healthcheck: [],
    volumes: [],
    ports: [],
    user: 'root',
  };
}

/** The instructions in order, each on one line and without comments. */
function instructionsOf(text: string): { name: string; rest: string }[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { name, rest };
  });
}

async function follow(
  name: string,
  rest: string,
  stage: Stage,
  stages: Stage[],
  context: string,
): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      stage.folder = stage.here(rest);
      mkdirSync(stage.folder, { recursive: true });
      return;
    case 'ENV':
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) {
        stage.env[key] = stage.here(value);
      }
      return;
    case 'COPY':
      return copy(rest, stage, stages, context);
    case 'RUN':
      return run(stage.here(rest), stage);
    case 'ENTRYPOINT':
    case 'CMD':
      stage.start.push(...(JSON.parse(rest) as string[]).map(stage.here));
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
      return;
    case 'VOLUME':
      stage.volumes.push(rest);
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'ARG':
    case 'LABEL':
      return;
    case 'EXPOSE':
      stage.ports.push(rest);
      return;
    default:
      throw new Error(`${name} is not known here`);
  }
}

function copy(rest: string, stage: Stage, stages: Stage[], context: string): void {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : null;
  const target = resolve(stage.folder, words.at(-1) ?? '');
  const source = from ? stages.find((one) => one.name === from) : null;
  for (const path of words.slice(0, -1)) {
    if (path === '.') copyContext(context, target);
    else if (source) cpSync(source.here(path), target, { recursive: true });
    else copyOne(join(context, path), target, words.at(-1) ?? '', stage);
  }
}

/** Copies a folder's contents. A file is copied into a folder or to the target's name. */
function copyOne(path: string, target: string, asWritten: string, stage: Stage): void {
  if (statSync(path).isDirectory()) {
    cpSync(path, target, { recursive: true });
    return;
  }
  const isFolder = asWritten.endsWith('/') || asWritten === '.';
  const file = isFolder ? join(target, basename(path)) : target;
  cpSync(path, file);
  if (!file.endsWith('.sh')) return;
  writeFileSync(file, stage.here(readFileSync(path, 'utf8')));
  chmodSync(file, statSync(path).mode);
}

function copyContext(context: string, target: string): void {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n');
  for (const name of readdirSync(context)) {
    const isSecret = name.startsWith('.env.') && !ignored.includes(`!${name}`);
    if (ignored.includes(name) || isSecret) continue;
    cpSync(join(context, name), join(target, name), { recursive: true });
  }
}

async function run(command: string, { folder, env }: Stage): Promise<void> {
  const child = Bun.spawn(['sh', '-c', command], {
    cwd: folder,
    // The machine downloads each file once.
    env: { ...env, BUN_INSTALL_CACHE_DIR: `${process.env.HOME}/.bun/install/cache` },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command}\n${out}${err}`);
}
