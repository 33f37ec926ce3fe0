/** Controls WebKit, the engine of Safari and of every browser on an iPhone, over WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../support/free-port';
import { driverReady } from './driver-ready';
import {
  type Engine,
  FOUND_WITHIN_MS,
  findThing,
  notFound,
  pageText,
  selectAll,
  type Thing,
} from './engine';

/**
 * An iPhone's window, in CSS pixels. MiniBrowser can't be narrower than 447, where the layout is
 * still the phone's.
 */
const SIZE = { width: 390, height: 844 };

/** The small test browser that Debian installs with the driver. */
const program = () =>
  [...new Bun.Glob('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').scanSync('/')].at(0);

export const webkit: Engine = {
  name: 'WebKit',
  missing: () =>
    Bun.which('WebKitWebDriver') && Bun.which('Xvfb') && program()
      ? undefined
      : 'WebKit is missing: install it, on Debian with `apt-get install webkit2gtk-driver xvfb`.',
  launch: async () => {
    const screen = await startScreen();
    const port = await freePort();
    const service = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      // A virtual screen has no graphics card.
      env: { ...process.env, DISPLAY: screen.display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    });
    const end = () => {
      service.kill();
      screen.process.kill();
    };
    try {
      const address = `http://127.0.0.1:${port}`;
      await driverReady(service, address);
      const driver = await connect(address);
      return { ...steps(driver), close: () => driver.quit().finally(end) };
    } catch (error) {
      end();
      throw error;
    }
  },
};

/** Starts a virtual screen, because MiniBrowser always draws a window. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(child.stdout, 'data');
  return { process: child, display: `:${String(number).trim()}` };
}

async function connect(address: string): Promise<WebDriver> {
  const options = { binary: program(), args: ['--automation'] };
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...SIZE });
  return driver;
}

function steps(driver: WebDriver) {
  return {
    open: (address: string) => driver.get(address),
    press: async (thing: Thing) => (await found(driver, thing)).click(),
    type: async (thing: Thing, text: string) => {
      const field = await found(driver, thing);
      await driver.executeScript(selectAll, field);
      await field.sendKeys(text);
    },
    attach: async (thing: Thing, path: string) => (await found(driver, thing)).sendKeys(path),
    read: async (thing: Thing) => (await found(driver, thing)).getText(),
  };
}

async function found(driver: WebDriver, thing: Thing): Promise<WebElement> {
  const find = () => driver.executeScript<WebElement | null>(findThing, thing);
  try {
    // The wait returns the condition's result once it's no longer null.
    return (await driver.wait(find, FOUND_WITHIN_MS)) as WebElement;
  } catch (cause) {
    const shown = await driver.executeScript<string>(pageText);
    throw notFound(thing, await driver.getCurrentUrl(), shown, cause);
  }
}
