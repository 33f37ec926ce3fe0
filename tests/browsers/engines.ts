import type { Engine } from './engine';
import { firefox } from './firefox';
import { webkit } from './webkit';

/** The engines in addition to Chromium, in which every browser test runs. */
export const ENGINES: readonly Engine[] = [webkit, firefox];
