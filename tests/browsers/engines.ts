import type { Engine } from './engine';
import { firefox } from './firefox';
import { webkit } from './webkit';

/** Beside Chromium, in which every browser test runs. */
export const ENGINES: readonly Engine[] = [webkit, firefox];
